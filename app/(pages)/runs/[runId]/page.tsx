import type { Metadata } from 'next'
import { LogTail } from '@/components/logs/log-tail'
import { RunSummary } from '@/components/runs/run-summary'
import { Prefetched } from '@/components/shell/prefetched'
import { firstLogQuery } from '@/lib/client/logs'
import { runLogs } from '@/lib/http/answers/logs'
import { pageContext } from '@/lib/http/page-context'
import { firstLogInput } from '@/lib/url/logs'
import { pathToRun } from '@/lib/url/paths'
import { pageParam } from '@/lib/url/segment'

export const metadata: Metadata = { title: 'Run' }

export default async function RunPage({ params }: PageProps<'/runs/[runId]'>) {
  const runId = pageParam((await params).runId)
  const { principal, prefetch } = await pageContext(pathToRun(runId))
  return (
    <Prefetched queries={[prefetch(firstLogQuery(runId), runLogs, firstLogInput(runId))]}>
      <RunSummary runId={runId} log={<LogTail runId={runId} />} seesCluster={principal.tenant === null} />
    </Prefetched>
  )
}
