'use client'

import type { ReactNode } from 'react'
import { useRunHead } from '@/lib/client/use-runs'
import { CallbackPanel } from './detail/callback-panel'
import { ChecksPanel } from './detail/checks-panel'
import { ConditionsPanel } from './detail/conditions-panel'
import { NearRunsPanel } from './detail/near-runs-panel'
import { OriginPanel } from './detail/origin-panel'
import { RowAccountingPanel } from './detail/row-accounting-panel'
import { RunFigures } from './detail/run-figures'
import { RunTimes } from './detail/run-times'
import { SelectionPanel } from './detail/selection-panel'
import { ShardsSummary } from './detail/shards-summary'
import { WorkPanel } from './detail/work-panel'
import { WrittenPanel } from './detail/written-panel'
import { InvocationsPanel } from './invocations-panel'

interface RunSummaryProps {
  runId: string
  /** The end of its log. */
  log: ReactNode
  seesCluster: boolean
}

/** The first tab: what happened, in one look. */
export function RunSummary({ runId, log, seesCluster }: RunSummaryProps) {
  const { data } = useRunHead(runId)
  if (data?.run.ok !== true || data.digest === null) return null
  const { digest, facts } = data
  const run = data.run.record
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <RunTimes run={run} />
      <RunFigures run={run} digest={digest} shards={facts.shards} />
      <div className="grid grid-cols-1 items-start gap-3.5 roomy:grid-split">
        <div className="grid min-w-0 gap-3.5">
          {facts.shards !== null && <ShardsSummary runId={runId} shards={facts.shards} />}
          <InvocationsPanel run={run} digest={digest} />
          <RowAccountingPanel digest={digest} />
          {log}
          {digest.checks !== null && <ChecksPanel checks={digest.checks} />}
        </div>
        <aside aria-label="Facts" className="grid min-w-0 gap-3.5">
          <OriginPanel run={run} facts={facts} />
          <WorkPanel run={run} digest={digest} facts={facts} seesCluster={seesCluster} />
          <ConditionsPanel run={run} digest={digest} facts={facts} />
          {run.selection !== undefined && <SelectionPanel selection={run.selection} />}
          <WrittenPanel runId={runId} digest={digest} />
          {run.callback !== undefined && <CallbackPanel callback={run.callback} />}
          <NearRunsPanel run={run} />
        </aside>
      </div>
    </div>
  )
}
