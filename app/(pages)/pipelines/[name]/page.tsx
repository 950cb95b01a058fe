import type { Metadata } from 'next'
import { PipelineView } from '@/components/pipelines/pipeline-view'
import { Prefetched } from '@/components/shell/prefetched'
import { pipelinePartsQuery, pipelineQuery } from '@/lib/client/pipelines'
import { pipelineDetail, pipelineParts } from '@/lib/http/answers/insight'
import { pageContext } from '@/lib/http/page-context'
import { pathToPipeline } from '@/lib/url/paths'
import { pageParam } from '@/lib/url/segment'

type Props = PageProps<'/pipelines/[name]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${pageParam((await params).name)} · Pipelines` }
}

export default async function PipelinePage({ params }: Props) {
  const name = pageParam((await params).name)
  const { prefetch } = await pageContext(pathToPipeline(name))
  return (
    <Prefetched
      queries={[
        prefetch(pipelineQuery(name), pipelineDetail, { name }),
        prefetch(pipelinePartsQuery(name), pipelineParts, { name }),
      ]}
    >
      <PipelineView name={name} />
    </Prefetched>
  )
}
