'use client'

import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Age, Time } from '@/components/ui/time'
import { UnreadableNote } from '@/components/ui/unreadable-row'
import type { Selection } from '@/components/ui/use-selection'
import { placeOf, type RunRow } from '@/lib/client/runs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { failureText, pipelineBeside, runTitle } from '@/lib/derive/run-facts'
import { compact, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import { RunDuration } from './run-duration'
import { RunLabels } from './run-labels'
import { RunStatus } from './run-status'
import { type Usual, usualDurations, usualKey } from './usual-durations'

interface RunsTableProps {
  rows: readonly RunRow[]
  selection: Selection<RunRow>
  /** Somebody confined to one tenant needs no column for it. */
  hasTenants: boolean
  isStale: boolean
}

export function RunsTable({ rows, selection, hasTenants, isStale }: RunsTableProps) {
  return (
    <DataTable
      label="Runs"
      columns={columnsFor(usualDurations(rows), hasTenants)}
      rows={rows}
      rowKey={(row) => runIdOf(row) ?? (row.ok ? '' : row.reason)}
      choosing={{ ...selection, labelOf: (row) => (runIdOf(row) === null ? null : `Choose ${visible(titleOf(row))}`) }}
      isStale={isStale}
    />
  )
}

const columnsFor = (usual: Usual, hasTenants: boolean): Column<RunRow>[] => [
  { id: 'status', header: 'Status', width: 104, isKept: true, cell: (row) => <RunStatus status={statusOf(row)} /> },
  { id: 'run', header: 'Run', isKept: true, cell: (row) => <RunCell row={row} /> },
  ...(hasTenants
    ? [
        {
          id: 'tenant',
          header: 'Tenant',
          width: 84,
          isExtra: true,
          cell: (row: RunRow) => <span className="text-ink-2">{row.ok ? row.record.tenant : ''}</span>,
        },
      ]
    : []),
  {
    id: 'rows',
    header: 'Rows written',
    width: 92,
    isNumber: true,
    cell: (row) => (row.ok ? <RowsWritten run={row.record} /> : <Missing why="cannot be read" />),
  },
  {
    id: 'duration',
    header: 'Duration · usual',
    width: 150,
    isNumber: true,
    cell: (row) =>
      row.ok ? (
        <RunDuration run={row.record} usual={usual.get(usualKey(row.record)) ?? null} />
      ) : (
        <Missing why="cannot be read" />
      ),
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: 158,
    isNumber: true,
    cell: (row) => (
      <span className="text-ink-2">
        <Time at={placeOf(row)?.at ?? null} />
      </span>
    ),
  },
  {
    id: 'age',
    header: 'Age',
    width: 74,
    isNumber: true,
    isKept: true,
    cell: (row) => (
      <span className="text-ink-3">
        <Age at={placeOf(row)?.at ?? null} />
      </span>
    ),
  },
]

/** The name, its pipeline, the reason of a failure, and at the end its labels: one line where there is room, two where not. */
function RunCell({ row }: { row: RunRow }) {
  const title = titleOf(row)
  const id = runIdOf(row)
  const pipeline = row.ok ? pipelineBeside(row.record) : null
  const failure = row.ok && row.record.status === 'failed' ? failureText(row.record) : null
  return (
    <span className="flex min-w-0 items-baseline gap-x-2 max-wide:flex-wrap">
      <span className="max-w-full shrink-0 truncate font-strong" data-tip={visible(title)} data-tip-when="cut">
        {id === null ? (
          visible(title)
        ) : (
          <Link href={pathToRun(id)} look="row">
            {visible(title)}
          </Link>
        )}
      </span>
      {pipeline !== null && (
        <span className="max-w-40 shrink-0 truncate text-ink-3" data-tip={visible(pipeline)} data-tip-when="cut">
          {visible(pipeline)}
        </span>
      )}
      {failure !== null && (
        <span
          className="min-w-40 grow basis-0 truncate text-meta text-bad max-wide:line-clamp-2 max-wide:basis-full max-wide:whitespace-normal"
          data-tip={visible(failure.slice(0, 2000))}
          data-tip-when="cut"
        >
          {visible(firstLine(failure))}
        </span>
      )}
      {!row.ok && <UnreadableNote reason={row.reason} />}
      {row.ok && (
        <span className="ml-auto flex min-w-0 shrink items-center gap-1 self-center overflow-hidden pl-2 max-roomy:hidden">
          <RunLabels labels={row.record.labels} most={failure === null ? 2 : 1} hidden={['pipeline']} />
        </span>
      )}
    </span>
  )
}

function RowsWritten({ run }: { run: RunRecord }) {
  const short = compact(run.records_written)
  const exact = whole(run.records_written)
  return short === exact ? exact : <span data-tip={exact}>{short}</span>
}

/** Null: not even its columns say which run it is. */
export const runIdOf = (row: RunRow): string | null => (row.ok ? row.record.run_id : (row.columns['run_id'] ?? null))

const titleOf = (row: RunRow): string =>
  row.ok ? runTitle(row.record) : row.columns['name'] || row.columns['run_id'] || 'no name, no id'

const statusOf = (row: RunRow): string => (row.ok ? row.record.status : (row.columns['status'] ?? 'unknown'))
