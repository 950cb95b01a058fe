import type { Metadata } from 'next'
import { LogTail } from '@/components/logs/log-tail'
import { RunSummary } from '@/components/runs/run-summary'
import { Prefetched } from '@/components/shell/prefetched'
import { logTailInput, logTailQuery } from '@/lib/client/logs'
import { logTail } from '@/lib/http/answers/log-views'
import { pageContext } from '@/lib/http/page-context'
import { pathToRun } from '@/lib/url/paths'
import { pageParam } from '@/lib/url/segment'

export const metadata: Metadata = { title: 'Run' }

export default async function RunPage({ params }: PageProps<'/runs/[runId]'>) {
  const runId = pageParam((await params).runId)
  const { principal, prefetch } = await pageContext(pathToRun(runId))
  return (
    <Prefetched queries={[prefetch(logTailQuery(runId), logTail, logTailInput(runId))]}>
      <RunSummary runId={runId} log={<LogTail runId={runId} />} seesCluster={principal.tenant === null} />
    </Prefetched>
  )
}
