'use client'

import { useNow } from '@/components/ui/clock'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatusMark } from '@/components/ui/status'
import type { RunRecord } from '@/lib/contract/records/runs'
import { failedOf, failureText } from '@/lib/derive/run-facts'
import { invocationLook } from '@/lib/derive/run-look'
import { isLive } from '@/lib/derive/run-status'
import { type InvocationSpan, invocationSpans } from '@/lib/derive/run-timeline'
import { duration } from '@/lib/format/duration'
import { compact, counted, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { pathToRunTab } from '@/lib/url/paths'

const SHOWN = 12

/** Invocations on the run's own time axis: failed ones first, then as they ended. */
export function InvocationsPanel({ run }: { run: RunRecord }) {
  const now = useNow(1000)
  const spans = invocationSpans(run, now)
  const failed = failedOf(run.invocations).length
  const first = [
    ...spans.filter(({ status }) => status === 'failed'),
    ...spans.filter(({ status }) => status !== 'failed'),
  ]
  // The run's own failure stands above already, in full.
  const said = failureText(run)
  const note =
    spans.length === 0 ? undefined : `${counted(spans.length, 'row')}${failed > 0 ? ` · ${failed} failed` : ''}`
  return (
    <Panel title="Invocations" note={note} isFlush>
      {spans.length === 0 ? (
        <p className="p-3 text-ink-2">{whyNone(run)}</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="grid-spans h-7 items-center border-b border-line px-3 text-label text-ink-3"
          >
            <span>row</span>
            <span className="max-wide:hidden">when, within the run</span>
            <span className="text-right">duration</span>
            <span className="text-right">rows</span>
          </div>
          <ul>
            {first.slice(0, SHOWN).map((span) => (
              <SpanLine key={keyOf(span)} span={span} said={said} />
            ))}
          </ul>
          {spans.length > SHOWN && (
            <p className="border-t border-line px-3 py-2">
              <Link href={pathToRunTab(run.run_id, 'invocations')}>All {whole(spans.length)} invocations</Link>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

export const keyOf = ({ invocation }: InvocationSpan): string =>
  `${invocation.row_id} ${invocation.parent_record_key ?? ''} ${invocation.run_id ?? ''}`

export function whyNone(run: RunRecord): string {
  if (isLive(run.status)) return 'None has ended yet. Each appears here when its row of the matrix is done.'
  return run.status === 'cancelled'
    ? 'None is recorded: engines drop what had ended when a run is cancelled.'
    : 'None ended before the run did.'
}

function SpanLine({ span, said }: { span: InvocationSpan; said: string | null }) {
  const { invocation, status, place, share } = span
  const look = invocationLook(status)
  const name =
    invocation.parent_record_key === null ? invocation.row_id : `${invocation.row_id} · ${invocation.parent_record_key}`
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="grid-spans min-h-7 items-center px-3">
        <span className="flex min-w-0 items-center gap-1.75">
          <StatusMark look={look} />
          <span className="sr-only">{status}: </span>
          <span className="truncate font-mono text-meta" data-tip={visible(name)} data-tip-when="cut">
            {visible(name)}
          </span>
        </span>
        <span className="relative block h-2.5 max-wide:hidden">
          <span className="absolute inset-x-0 top-1 block h-0.5 rounded-chip bg-line" />
          <i
            className={cx(
              'absolute top-0 block h-2.5 min-w-0.75 rounded-chip',
              status === 'failed' ? 'bg-bad-solid' : 'bg-good-solid',
              place === null && 'opacity-45',
            )}
            style={
              place === null
                ? { left: 0, width: `${share * 100}%` }
                : { left: `min(${place.from * 100}%, 100% - 3px)`, width: `${(place.to - place.from) * 100}%` }
            }
            data-tip={place === null ? 'When it ran is not recorded; the length is against the longest' : undefined}
          />
        </span>
        <span className="text-right text-ink-2 tabular-nums">{duration(Number(invocation.duration_ms))}</span>
        <span className="text-right tabular-nums" data-tip={whole(invocation.records_written)}>
          {compact(invocation.records_written)}
        </span>
      </div>
      {invocation.error !== null && invocation.error !== said && (
        <p
          className="truncate px-3 pb-1.5 pl-7.5 text-meta text-bad"
          data-tip={visible(invocation.error.slice(0, 2000))}
          data-tip-when="cut"
        >
          {visible(firstLine(invocation.error))}
        </p>
      )}
    </li>
  )
}
