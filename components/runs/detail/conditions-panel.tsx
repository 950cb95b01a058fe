import { type Fact, KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import type { HeadRecord, RunFacts } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { limitReached } from '@/lib/derive/known-errors'
import { addedOrder } from '@/lib/derive/provenance'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** What the run was asked to keep to, and what it reached of it; nothing where it was free. */
export function ConditionsPanel({ run, digest, facts }: { run: HeadRecord; digest: RunDigest; facts: RunFacts }) {
  const order = addedOrder(run)
  const told: (Fact | false)[] = [
    ...limits(run, digest, facts),
    run.clock !== undefined && {
      name: 'Clock set to',
      value: <span className="font-mono text-meta wrap-anywhere">{visible(run.clock)}</span>,
    },
    run.concurrency !== undefined && { name: 'Connectors at once', value: whole(run.concurrency) },
    run.pool !== undefined && run.pool !== 'default' && { name: 'Pool', value: visible(run.pool) },
    order.length > 0 && {
      name: 'Added order',
      value: (
        <ul>
          {order.map(({ row, after }) => (
            <li key={row} className="font-mono text-meta wrap-anywhere">
              {visible(row)} <span className="text-ink-3">after</span> {visible(after.join(', '))}
            </li>
          ))}
        </ul>
      ),
    },
  ]
  return told.some(Boolean) ? (
    <Panel title="Limits and conditions">
      <KeyValues facts={told} />
    </Panel>
  ) : null
}

function limits({ timeout_secs: timeout }: HeadRecord, { failure }: RunDigest, { budget }: RunFacts): (Fact | false)[] {
  const reached = limitReached(failure)
  const mark = (name: string) =>
    reached?.name === name && (
      <span className="font-strong text-bad">
        {' '}
        reached{reached.actual !== null && `, at ${visible(reached.actual)}`}
      </span>
    )
  const unread = reached !== null && reached.name !== 'timeout_secs' && budget === null
  return [
    timeout !== undefined && {
      name: 'Time limit',
      value: (
        <>
          {duration(Number(timeout) * 1000)}
          {mark('timeout_secs')}
        </>
      ),
    },
    budget?.max_records !== undefined && {
      name: 'Most rows',
      value: (
        <>
          {whole(budget.max_records)}
          {mark('max_records')}
        </>
      ),
    },
    budget?.max_bytes !== undefined && {
      name: 'Most bytes',
      value: (
        <>
          {bytes(budget.max_bytes)}
          {mark('max_bytes')}
        </>
      ),
    },
    budget?.max_duration_secs !== undefined && {
      name: 'Longest',
      value: (
        <>
          {duration(Number(budget.max_duration_secs) * 1000)}
          {mark('max_duration_secs')}
        </>
      ),
    },
    budget?.allowed_sinks !== undefined &&
      budget.allowed_sinks.length > 0 && {
        name: 'Sinks allowed',
        value: `${visible(budget.allowed_sinks.join(', '))} (${counted(budget.allowed_sinks.length, 'sink')})`,
      },
    // The config is not kept, but the engine said what ended the run.
    unread && {
      name: reached.name,
      value: (
        <>
          {visible(reached.limit)}
          {mark(reached.name)}
        </>
      ),
    },
  ]
}
