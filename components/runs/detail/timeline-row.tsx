import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icon'
import { ShallowLink } from '@/components/ui/shallow-link'
import { StatusMark } from '@/components/ui/status'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import { type AxisPiece, type Stretch, shareOf } from '@/lib/derive/run-axis'
import { invocationLook } from '@/lib/derive/run-look'
import { spanOf, type TimelineLine } from '@/lib/derive/run-timeline'
import { duration } from '@/lib/format/duration'
import { counted, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { barTone } from './span-bar'
import type { TimeWindow } from './use-time-window'

interface TimelineRowProps {
  line: TimelineLine
  axis: readonly AxisPiece[]
  window: TimeWindow
  /** Places of the invocations that the end of the run hung on. */
  onChain: ReadonlySet<number>
  chosen: { row: string; parent: string | null } | null
  addressOf: (row: InvocationRow) => string
  onTurn: (rowId: string) => void
}

/** One line: a name, a bar where it was at work, how long that was. */
export function TimelineRow({ line, axis, window, onChain, chosen, addressOf, onTurn }: TimelineRowProps) {
  if (line.kind === 'group') {
    const { rowId, rows, span, failed, isOpen } = line
    return (
      <div className="grid-timeline h-full items-center border-b border-line px-3">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onTurn(rowId)}
          className="flex min-w-0 items-center gap-1.5 rounded-chip text-left hover:text-accent"
        >
          <Icon name={isOpen ? 'down' : 'right'} size="small" />
          <span className="truncate font-mono text-meta font-strong">{visible(rowId)}</span>
          <span className="shrink-0 text-label text-ink-3 max-wide:hidden">
            {counted(rows.length, 'record')}
            {failed > 0 && <span className="text-bad"> · {whole(failed)} failed</span>}
          </span>
        </button>
        <Track axis={axis} window={window}>
          {!isOpen &&
            failedLast(rows).map((row) => (
              <Bar key={row.n} span={spanOf(row)} axis={axis} window={window} tone={barTone(row.status)} />
            ))}
          {isOpen && <Bar span={span} axis={axis} window={window} tone="bg-line-strong" isThin />}
        </Track>
        <span className="text-right text-meta text-ink-3 tabular-nums">
          {span === null ? '' : duration(span.to - span.from)}
        </span>
      </div>
    )
  }
  const { row, isChild } = line
  const name = isChild ? (row.parent_record_key ?? row.row_id) : row.row_id
  const isChosen = chosen?.row === row.row_id && chosen.parent === (row.parent_record_key ?? null)
  const tip = `${row.row_id}${row.parent_record_key === undefined ? '' : ` · ${row.parent_record_key}`}\n${row.status} · ${duration(Number(row.duration_ms))} · ${counted(row.records_written, 'row')}${row.error === undefined ? '' : `\n${firstLine(row.error)}`}`
  return (
    <div
      className={cx(
        'group/row relative grid-timeline h-full items-center border-b border-line px-3 hover:bg-hover',
        isChosen && 'bg-accent-weak',
      )}
    >
      <span className={cx('flex min-w-0 items-center gap-1.75', isChild && 'pl-4')}>
        <StatusMark look={invocationLook(row.status)} />
        <span className="sr-only">{row.status}: </span>
        <span className="min-w-0 truncate font-mono text-meta" data-tip={visible(tip)}>
          <ShallowLink href={addressOf(row)} look="row">
            {visible(name)}
          </ShallowLink>
        </span>
      </span>
      <Track axis={axis} window={window}>
        <Bar span={spanOf(row)} axis={axis} window={window} tone={barTone(row.status)} isMarked={onChain.has(row.n)} />
      </Track>
      <span className="text-right text-meta text-ink-2 tabular-nums">{duration(Number(row.duration_ms))}</span>
    </div>
  )
}

function Track({
  axis,
  window,
  children,
}: {
  axis: readonly AxisPiece[]
  window: TimeWindow
  children: React.ReactNode
}) {
  return (
    <span className="relative block h-full overflow-hidden">
      {axis
        .filter(({ isIdle, at, size }) => isIdle && at + size > window.from && at < window.to)
        .map(({ at, size, from }) => (
          <span
            key={from}
            className="absolute inset-y-0 bg-folded opacity-50"
            style={{ left: percent(at, window), width: `${(size / (window.to - window.from)) * 100}%` }}
          />
        ))}
      {children}
    </span>
  )
}

/** What failed is seen, whatever lies over each other. */
const failedLast = (rows: readonly InvocationRow[]): InvocationRow[] =>
  rows.toSorted((a, b) => Number(a.status === 'failed') - Number(b.status === 'failed'))

interface BarProps {
  span: Stretch | null
  axis: readonly AxisPiece[]
  window: TimeWindow
  tone: string
  isThin?: boolean
  isMarked?: boolean
}

function Bar({ span, axis, window, tone, isThin = false, isMarked = false }: BarProps) {
  if (span === null) return null
  const [from, to] = [shareOf(axis, span.from), shareOf(axis, span.to)]
  if (to < window.from || from > window.to) return null
  return (
    <i
      className={cx(
        'absolute block min-w-0.75 rounded-chip',
        isThin ? 'top-3 h-0.5' : 'top-2 h-2.5',
        tone,
        isMarked && 'outline-2 outline-offset-1 outline-ink-3',
      )}
      style={{ left: percent(from, window), width: `${((to - from) / (window.to - window.from)) * 100}%` }}
    />
  )
}

const percent = (share: number, { from, to }: TimeWindow): string => `${((share - from) / (to - from)) * 100}%`
