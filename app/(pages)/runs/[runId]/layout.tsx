import type { ReactNode } from 'react'
import { RunActions } from '@/components/runs/run-actions'
import { RunLayout } from '@/components/runs/run-layout'
import { RunMenu } from '@/components/runs/run-menu'
import { Prefetched } from '@/components/shell/prefetched'
import { neighboursQuery, runHeadQuery } from '@/lib/client/run-parts'
import { runHead, runNeighbours } from '@/lib/http/answers/run-parts'
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
  const { need, prefetch, mayWriteRuns, principal } = context
  const query = runHeadQuery(runId)
  const head = await need(query, runHead, { run_id: runId })
  return (
    <Prefetched
      queries={[
        { queryKey: query.queryKey, queryFn: async () => head },
        prefetch(neighboursQuery(runId), runNeighbours, { run_id: runId }),
      ]}
    >
      <RunLayout
        runId={runId}
        viewer={principal}
        actions={
          <>
            {mayWriteRuns && <RunActions runId={runId} />}
            <RunMenu runId={runId} viewer={principal} />
          </>
        }
      >
        {children}
      </RunLayout>
    </Prefetched>
  )
}
