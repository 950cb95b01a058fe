import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import type { Column } from '@/components/ui/table-columns'
import { Age, Time } from '@/components/ui/time'
import type { RunExtras } from '@/lib/client/run-extras'
import { type ListedRun, placeOf, type RunRow } from '@/lib/client/runs'
import { failureText } from '@/lib/derive/run-facts'
import { compact, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import type { RunColumn } from '@/lib/url/runs-look'
import { RunCell } from './run-cell'
import { RunDuration } from './run-duration'
import { statusOf } from './run-row'
import { RunStatus } from './run-status'
import type { Peek } from './use-peek'
import { type Usual, usualKey } from './usual-durations'

/** What cells are drawn from beside their row. */
export interface CellContext {
  usual: Usual
  columns: readonly RunColumn[]
  /** Undefined: still on its way. */
  extras?: RunExtras | undefined
  peek: Peek
}

type Spec = Pick<Column<RunRow>, 'header' | 'tip' | 'width' | 'isNumber' | 'from'> & {
  cell: (row: RunRow, context: CellContext) => ReactNode
}
export type ColumnSpecs = Readonly<Partial<Record<RunColumn, Spec>>>

/** The columns that are shown unasked. */
export const USUAL_COLUMNS: ColumnSpecs = {
  status: { header: 'Status', width: 104, from: 'narrow', cell: (row) => <RunStatus status={statusOf(row)} /> },
  run: {
    header: 'Run',
    from: 'narrow',
    cell: (row, { columns, peek }) => <RunCell row={row} columns={columns} peek={peek} />,
  },
  tenant: {
    header: 'Tenant',
    width: 92,
    from: 'mid',
    cell: ofRun(({ tenant }) => tenant && <Quiet text={tenant} />),
  },
  pipeline: {
    header: 'Pipeline',
    width: 130,
    from: 'broad',
    cell: ofRun(({ labels }) => labels['pipeline'] && <Quiet text={labels['pipeline']} />),
  },
  rows: {
    header: 'Rows written',
    width: 88,
    isNumber: true,
    from: 'mid',
    cell: (row) => (row.ok ? <Counted count={row.record.records_written} /> : <Missing why="cannot be read" />),
  },
  duration: {
    header: 'Duration · usual',
    width: 142,
    isNumber: true,
    from: 'lean',
    cell: (row, { usual }) =>
      row.ok ? (
        <RunDuration run={row.record} usual={usual.get(usualKey(row.record)) ?? null} />
      ) : (
        <Missing why="cannot be read" />
      ),
  },
  error: { header: 'Error', from: 'broad', cell: ofRun((run) => run.status === 'failed' && <Failure run={run} />) },
  submitted: {
    header: 'Submitted',
    width: 160,
    isNumber: true,
    from: 'mid',
    cell: (row) => (
      <span className="text-ink-2">
        <Time at={placeOf(row)?.at ?? null} />
      </span>
    ),
  },
  age: {
    header: 'Age',
    width: 66,
    isNumber: true,
    from: 'narrow',
    cell: (row) => (
      <span className="text-ink-3">
        <Age at={placeOf(row)?.at ?? null} />
      </span>
    ),
  },
}

/** Nothing stands there for a row that cannot be read: its first cells say so. */
export function ofRun(draw: (run: ListedRun, context: CellContext) => ReactNode) {
  return (row: RunRow, context: CellContext) => (row.ok ? draw(row.record, context) || null : null)
}

/** Words beside the name, whole on hover. */
export function Quiet({ text, isMono = false }: { text: string; isMono?: boolean }) {
  const shown = visible(text)
  return (
    <span
      className={isMono ? 'block truncate font-mono text-meta text-ink-2' : 'block truncate text-ink-2'}
      data-tip={shown.slice(0, 2000)}
      data-tip-when="cut"
    >
      {shown}
    </span>
  )
}

/** A count as short as it gets, exact on hover. */
export function Counted({ count }: { count: number | bigint }) {
  const short = compact(count)
  const exact = whole(count)
  return short === exact ? exact : <span data-tip={exact}>{short}</span>
}

function Failure({ run }: { run: ListedRun }) {
  const failure = failureText(run)
  return (
    failure !== null && (
      <span
        className="block truncate text-meta text-bad"
        data-tip={visible(failure.slice(0, 2000))}
        data-tip-when="cut"
      >
        {visible(firstLine(failure))}
      </span>
    )
  )
}
