import type { Metadata } from 'next'
import { PipelinesView } from '@/components/pipelines/pipelines-view'
import { Prefetched } from '@/components/shell/prefetched'
import { pipelineListQuery } from '@/lib/client/pipelines'
import { pipelineList } from '@/lib/http/answers/insight'
import { pageContext } from '@/lib/http/page-context'
import { pathToPipelines } from '@/lib/url/paths'
import { parsePipelineFilter, pipelineParams, pipelineSearch } from '@/lib/url/pipelines'

export const metadata: Metadata = { title: 'Pipelines' }

export default async function PipelinesPage({ searchParams }: PageProps<'/pipelines'>) {
  const { filter } = parsePipelineFilter(await searchParams)
  const { prefetch } = await pageContext(pathToPipelines(pipelineSearch(filter)))
  return (
    <Prefetched queries={[prefetch(pipelineListQuery(filter), pipelineList, pipelineParams(filter))]}>
      <PipelinesView />
    </Prefetched>
  )
}
