import type { ReactNode } from 'react'
import { RunActions } from '@/components/runs/run-actions'
import { RunLayout } from '@/components/runs/run-layout'
import { Prefetched } from '@/components/shell/prefetched'
import { runFactsQuery, runQuery } from '@/lib/client/runs'
import { runFacts } from '@/lib/http/answers/run-facts'
import { runDetail } from '@/lib/http/answers/runs'
import { visitorContext } from '@/lib/http/visitor'
import { pageParam } from '@/lib/url/segment'

interface Props {
  params: Promise<{ runId: string }>
  children: ReactNode
}

export default async function RunPageLayout({ params, children }: Props) {
  const runId = pageParam((await params).runId)
  const context = await visitorContext()
  // The tab below sends whoever is not signed in to the sign-in page, and knows the way back.
  if (context === null) return children
  const { need, prefetch, mayWriteRuns } = context
  const query = runQuery(runId)
  const run = await need(query, runDetail, { run_id: runId })
  return (
    <Prefetched
      queries={[
        { queryKey: query.queryKey, queryFn: async () => run },
        prefetch(runFactsQuery(runId), runFacts, { run_id: runId }),
      ]}
    >
      <RunLayout runId={runId} actions={mayWriteRuns && <RunActions runId={runId} />}>
        {children}
      </RunLayout>
    </Prefetched>
  )
}
