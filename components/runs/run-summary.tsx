'use client'

import type { ReactNode } from 'react'
import { Chip } from '@/components/ui/chip'
import { JsonTree } from '@/components/ui/json-tree'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import { useRun } from '@/lib/client/use-runs'
import type { CallbackSpec, SelectionRequest } from '@/lib/contract/records/runs'
import { visible } from '@/lib/format/text'
import { InvocationsPanel } from './invocations-panel'
import { RecentRuns } from './recent-runs'
import { RunFacts } from './run-facts'
import { ShardsPanel } from './shards-panel'

/** The first tab: what happened, in one look. `log` is the end of its log. */
export function RunSummary({ runId, log }: { runId: string; log: ReactNode }) {
  const { data } = useRun(runId)
  if (data?.ok !== true) return null
  const run = data.record
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 roomy:grid-split">
      <div className="grid min-w-0 gap-3.5">
        <InvocationsPanel run={run} />
        <ShardsPanel runId={runId} />
        {log}
        {run.doctor_report !== undefined && (
          <Panel title="Checked before it ran" note="the engine's own checks, as it reported them">
            <JsonTree value={run.doctor_report} label="report" depth={4} />
          </Panel>
        )}
      </div>
      <aside aria-label="Facts" className="grid min-w-0 gap-3.5">
        <Panel title="Facts">
          <RunFacts run={run} />
        </Panel>
        {run.callback !== undefined && <Callback callback={run.callback} />}
        {run.selection !== undefined && <Selection selection={run.selection} />}
        <RecentRuns run={run} />
      </aside>
    </div>
  )
}

/** Where the engine reports the end. Header values never come this far; the address has lost its credentials. */
function Callback({ callback }: { callback: CallbackSpec }) {
  const headers = Object.keys(callback.headers ?? {})
  return (
    <Panel title="Callback" note="told when the run ends">
      <KeyValues
        facts={[
          {
            name: callback.method,
            value: <span className="font-mono text-meta wrap-anywhere">{visible(callback.url)}</span>,
          },
          { name: 'Fires on', value: callback.on?.length ? callback.on.join(', ') : 'every ending' },
          headers.length > 0 && {
            name: 'Headers',
            value: (
              <span className="font-mono text-meta wrap-anywhere">
                {headers.map((name) => `${visible(name)}: •••`).join(', ')}
              </span>
            ),
          },
        ]}
      />
      {callback.extra_fields !== undefined && (
        <div className="pt-2">
          <JsonTree value={callback.extra_fields} label="extra fields" depth={1} />
        </div>
      )}
    </Panel>
  )
}

function Selection({ selection }: { selection: SelectionRequest }) {
  const rows: readonly [string, readonly string[]][] = [
    ['Select', selection.select],
    ['Only', selection.only],
    ['Skip', selection.skip],
    ['Tags', selection.tags],
    ['Tier', selection.status],
  ]
  const asked = rows.filter(([, values]) => values.length > 0)
  return (
    <Panel title="Rows chosen" note="a part of the matrix was asked for">
      <KeyValues
        facts={[
          ...asked.map(([name, values]) => ({
            name,
            value: (
              <span className="flex flex-wrap gap-1">
                {values.map((value) => (
                  <Chip key={value} name={value} />
                ))}
              </span>
            ),
          })),
          asked.length === 0 && { name: 'Rows', value: 'the default ones' },
          selection.include_parents !== null && { name: 'Parents', value: selection.include_parents },
        ]}
      />
    </Panel>
  )
}
