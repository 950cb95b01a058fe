import type { Metadata } from 'next'
import { LogView } from '@/components/logs/log-view'
import { Prefetched } from '@/components/shell/prefetched'
import { firstLogInput, firstLogQuery } from '@/lib/client/logs'
import { logMap } from '@/lib/http/answers/log-views'
import { pageContext } from '@/lib/http/page-context'
import { parseLogOpening } from '@/lib/url/logs'
import { pathToRunTab } from '@/lib/url/paths'
import { withSearch } from '@/lib/url/search'
import { pageParam } from '@/lib/url/segment'

export const metadata: Metadata = { title: 'Log' }

export default async function RunLogPage({ params, searchParams }: PageProps<'/runs/[runId]/logs'>) {
  const runId = pageParam((await params).runId)
  const search = await searchParams
  const { prefetch } = await pageContext(withSearch(pathToRunTab(runId, 'logs'), search))
  const at = parseLogOpening(search)
  const opening = at ?? 'start'
  return (
    <Prefetched queries={[prefetch(firstLogQuery(runId, opening), logMap, firstLogInput(runId, opening))]}>
      <LogView runId={runId} at={at} />
    </Prefetched>
  )
}
