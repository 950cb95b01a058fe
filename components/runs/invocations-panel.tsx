'use client'

import { useNow } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatusMark } from '@/components/ui/status'
import type { HeadRecord } from '@/lib/client/run-parts'
import type { InvocationRow, RunDigest } from '@/lib/contract/records/invocations'
import { type AxisPiece, axisOf } from '@/lib/derive/run-axis'
import { nameOf } from '@/lib/derive/run-digest'
import { invocationLook } from '@/lib/derive/run-look'
import { isLive } from '@/lib/derive/run-status'
import { placeIn, workSpan } from '@/lib/derive/run-timeline'
import { duration } from '@/lib/format/duration'
import { compact, counted, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { pathToInvocation, pathToRunTab } from '@/lib/url/paths'
import { SpanBar } from './detail/span-bar'

/** The first invocations on the run's own time axis: failed ones before the others. */
export function InvocationsPanel({ run, digest }: { run: HeadRecord; digest: RunDigest }) {
  const now = useNow(1000)
  const axis = axisOf(workSpan(run, digest.stretches[0]?.from ?? null, now), digest.stretches)
  const { invocations: count, shown } = digest
  return (
    <Panel
      title="Invocations"
      note={count === 0 ? undefined : noteFor(digest)}
      actions={count > 0 && <Link href={pathToRunTab(run.run_id, 'invocations')}>All, with details</Link>}
      isFlush
    >
      {count === 0 ? (
        <p className="p-3 text-ink-2">{whyNone(run)}</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="grid-spans h-7 items-center border-b border-line px-3 text-label text-ink-3"
          >
            <span>row</span>
            <span className="max-wide:hidden">
              {shown.some((row) => placeIn(axis, row)) ? 'when, within the run' : 'length'}
            </span>
            <span className="text-right">duration</span>
            <span className="text-right">rows</span>
          </div>
          <ul>
            {shown.map((row) => (
              <SpanLine
                key={row.n}
                runId={run.run_id}
                row={row}
                axis={axis}
                longestMs={digest.longest_ms}
                said={digest.failure}
              />
            ))}
          </ul>
          {count > shown.length && (
            <p className="border-t border-line px-3 py-2">
              <Link href={pathToRunTab(run.run_id, 'invocations')}>All {whole(count)} invocations</Link>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

const noteFor = ({ invocations, statuses }: RunDigest): string =>
  [
    counted(invocations, 'invocation'),
    ...statuses.filter(({ word }) => word !== 'succeeded').map(({ word, count }) => `${whole(count)} ${word}`),
  ].join(' · ')

export function whyNone(run: Pick<HeadRecord, 'status'>): string {
  if (run.status === 'sharded') return 'Each shard runs on its own; what they did is not gathered here.'
  if (isLive(run.status)) return 'None has ended yet. Each appears here when its row of the matrix is done.'
  return run.status === 'cancelled'
    ? 'None is recorded: engines drop what had ended when a run is cancelled.'
    : 'None ended before the run did.'
}

interface SpanLineProps {
  runId: string
  row: InvocationRow
  axis: readonly AxisPiece[]
  longestMs: number
  /** The run's own failure stands above already, in full. */
  said: string | null
}

function SpanLine({ runId, row, axis, longestMs, said }: SpanLineProps) {
  const { status, error } = row
  const name = nameOf(row)
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="grid-spans min-h-7 items-center px-3">
        <span className="flex min-w-0 items-center gap-1.75">
          <StatusMark look={invocationLook(status)} />
          <span className="sr-only">{status}: </span>
          <span className="min-w-0 truncate font-mono text-meta" data-tip={visible(name)} data-tip-when="cut">
            <Link href={pathToInvocation(runId, row.row_id, row.parent_record_key ?? null)} look="plain">
              {visible(name)}
            </Link>
          </span>
        </span>
        <span className="max-wide:hidden">
          <SpanBar row={row} axis={axis} longestMs={longestMs} />
        </span>
        <span className="text-right text-ink-2 tabular-nums">{duration(Number(row.duration_ms))}</span>
        <span className="text-right tabular-nums" data-tip={whole(row.records_written)}>
          {compact(row.records_written)}
        </span>
      </div>
      {error !== undefined && !said?.startsWith(error) && (
        <p
          className={`truncate px-3 pb-1.5 pl-7.5 text-meta ${status === 'failed' ? 'text-bad' : 'text-ink-3'}`}
          data-tip={visible(error)}
          data-tip-when="cut"
        >
          {visible(firstLine(error))}
        </p>
      )}
    </li>
  )
}
