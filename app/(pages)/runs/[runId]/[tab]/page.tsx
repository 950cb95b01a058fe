import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { LogPanel } from '@/components/logs/log-panel'
import { InvocationsView } from '@/components/runs/invocations-view'
import { RunConfig } from '@/components/runs/run-config'
import { ShardsView } from '@/components/runs/shards-view'
import { Prefetched } from '@/components/shell/prefetched'
import { firstLogQuery } from '@/lib/client/logs'
import { runLogs } from '@/lib/http/answers/logs'
import { type PageContext, pageContext } from '@/lib/http/page-context'
import { firstLogInput } from '@/lib/url/logs'
import { pathToRunTab } from '@/lib/url/paths'
import { withSearch } from '@/lib/url/search'
import { pageParam } from '@/lib/url/segment'

export const metadata: Metadata = { title: 'Run' }

const TABS: Readonly<Record<string, (runId: string, context: PageContext) => ReactNode>> = {
  invocations: (runId) => <InvocationsView runId={runId} />,
  shards: (runId) => <ShardsView runId={runId} />,
  logs: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(firstLogQuery(runId), runLogs, firstLogInput(runId))]}>
      <LogPanel runId={runId} />
    </Prefetched>
  ),
  config: (runId, { principal }) => <RunConfig runId={runId} viewer={principal} />,
}

export default async function RunTabPage({ params, searchParams }: PageProps<'/runs/[runId]/[tab]'>) {
  const { runId: segment, tab } = await params
  const runId = pageParam(segment)
  const context = await pageContext(withSearch(pathToRunTab(runId, tab), await searchParams))
  if (!Object.hasOwn(TABS, tab)) notFound()
  return TABS[tab]?.(runId, context)
}
