import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Status, type StatusLook } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { BulkRunRow } from '@/lib/client/bulk'
import type { BulkKind, BulkOutcome } from '@/lib/contract/records/bulk'
import { OUTCOME_WORDS } from '@/lib/derive/bulk-words'
import { runLook } from '@/lib/derive/run-look'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'

/** Each run of an action: what it was, and what became of it. */
export function BulkRunsTable({ kind, rows }: { kind: BulkKind; rows: readonly BulkRunRow[] }) {
  return <DataTable label="Runs of this action" columns={columnsFor(kind)} rows={rows} rowKey={({ seq }) => seq} />
}

const LOOKS: Readonly<Record<BulkOutcome, StatusLook>> = {
  done: { shape: 'disc', tone: 'good', isLoud: false, isMoving: false },
  skipped: { shape: 'dash', tone: 'warn', isLoud: false, isMoving: false },
  failed: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  begun: { shape: 'arc', tone: 'info', isLoud: true, isMoving: true },
  todo: { shape: 'ring', tone: 'neutral', isLoud: false, isMoving: false },
}

const columnsFor = (kind: BulkKind): Column<BulkRunRow>[] => [
  {
    id: 'outcome',
    header: 'Outcome',
    width: 104,
    isKept: true,
    cell: ({ outcome }) => <Status word={OUTCOME_WORDS[outcome]} look={LOOKS[outcome]} />,
  },
  {
    id: 'run',
    header: 'Run',
    isKept: true,
    cell: (row) => {
      const title = visible(row.name?.trim() ? row.name : row.run_id)
      return (
        <span className="block truncate font-strong" data-tip={row.run_id}>
          {kind === 'delete' && row.outcome === 'done' ? (
            title
          ) : (
            <Link href={pathToRun(row.run_id)} look="row">
              {title}
            </Link>
          )}
        </span>
      )
    },
  },
  {
    id: 'note',
    header: 'What became of it',
    isKept: true,
    cell: ({ note }) =>
      note === null ? (
        <Missing why="not tried yet" />
      ) : (
        <span className="block truncate text-ink-2 max-wide:whitespace-normal" data-tip={note} data-tip-when="cut">
          {note}
        </span>
      ),
  },
  {
    id: 'status',
    header: 'Status before',
    width: 118,
    cell: ({ status }) =>
      status === '' ? <Missing why="not there" /> : <Status word={status} look={runLook(status)} />,
  },
  {
    id: 'at',
    header: 'At',
    width: 158,
    isNumber: true,
    cell: ({ settled_at }) => (
      <span className="text-ink-2">
        <Time at={settled_at} />
      </span>
    ),
  },
]
