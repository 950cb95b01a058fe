import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Report } from '@/lib/client/overview'
import { compact, counted, whole } from '@/lib/format/number'

const KINDS = [
  ['filtered', 'filtered out by transforms'],
  ['quarantined', 'quarantined by quality checks'],
  ['dlq', 'sent to the dead-letter queue'],
  ['coalesced', 'merged into others'],
  ['skipped', 'skipped'],
  ['dropped', 'dropped'],
] as const

/** Where rows went that were not written, as far as engines record it, and how batches ended. */
export function GovernancePanel({ report: { governance } }: { report: Report }) {
  const { batches, totals, recorded, unrecorded } = governance
  const all = batches.committed + batches.dlq_partial + batches.dlq_all + batches.failed
  return (
    <Panel title="What was held back" note="of the runs in this window">
      <div className="grid gap-3">
        {all === 0 ? (
          <p className="text-ink-3">No batches are recorded in this window.</p>
        ) : (
          <div className="grid gap-1.5">
            <h3 className="text-meta font-control text-ink-3">{counted(all, 'batch', 'batches')}</h3>
            <ProgressBar
              label="Batches by outcome"
              segments={[
                { label: 'committed', count: batches.committed, tone: 'good' },
                { label: 'partly to dead letters', count: batches.dlq_partial, tone: 'warn' },
                { label: 'wholly to dead letters', count: batches.dlq_all, tone: 'many' },
                { label: 'failed', count: batches.failed, tone: 'bad' },
              ]}
            />
          </div>
        )}
        {totals !== null && (
          <div className="grid gap-1">
            <h3 className="text-meta font-control text-ink-3">Rows not written, of {counted(recorded, 'run')}</h3>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-0.5">
              {KINDS.map(([kind, words]) => (
                <div key={kind} className="flex min-w-0 items-baseline justify-between gap-2">
                  <dt className="truncate text-ink-2" data-tip={words} data-tip-when="cut">
                    {words}
                  </dt>
                  <dd className="tabular-nums" data-tip={whole(totals[kind] ?? 0)}>
                    {compact(totals[kind] ?? 0)}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        {unrecorded > 0 && (
          <p className="text-meta text-ink-3">
            {counted(unrecorded, 'invocation')} {unrecorded === 1 ? 'does' : 'do'} not say where rows went that were not
            written: engines record it from 1.14 on.
          </p>
        )}
      </div>
    </Panel>
  )
}
