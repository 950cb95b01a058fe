import { isTimestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import type { Cell } from './csv'
import { shortestText } from './instant-text'
import { secondsBetween } from './instants'
import { batchTotals, connectorsOf, failedOf, failureText, labelsOf, type UsageTotals, usageTotals } from './run-facts'

type Column = readonly [header: string, cell: (run: RunRecord, usage: UsageTotals | null) => Cell]

/** What a list of runs shows, in its order, then what it shows on demand. Nothing here can hold a secret. */
const COLUMNS: readonly Column[] = [
  ['run_id', (run) => run.run_id],
  ['name', (run) => run.name],
  ['pipeline', label('pipeline')],
  ['status', (run) => run.status],
  ['submitted_at', (run) => utc(run.submitted_at)],
  ['started_at', (run) => utc(run.started_at)],
  ['finished_at', (run) => utc(run.finished_at)],
  ['queued_secs', (run) => (run.started_at === null ? null : secondsBetween(run.submitted_at, run.started_at))],
  ['elapsed_secs', (run) => run.elapsed_secs],
  ['records_written', (run) => run.records_written],
  ['error', failureText],
  ['invocations', (run) => run.invocations.length],
  ['failed_invocations', (run) => failedOf(run.invocations).length],
  ['connectors', (run) => connectorsOf(run.invocations).join('; ') || null],
  ['records_read', (_, usage) => usage?.recordsRead ?? null],
  ['bytes_read', (_, usage) => usage?.bytesRead ?? null],
  ['bytes_written', (_, usage) => usage?.bytesWritten ?? null],
  ['cost', (_, usage) => usage?.costs.map(money).join('; ') ?? null],
  ['batches_to_dlq', deadBatches],
  ['attempt', (run) => run.attempt + 1],
  ['tenant', (run) => run.tenant ?? null],
  ['submitted_by', (run) => run.submitted_by ?? null],
  ['pool', (run) => run.pool ?? null],
  ['template', label('template')],
  ['template_version', label('template_version')],
  [
    'labels',
    (run) =>
      labelsOf(run.labels)
        .map(({ key, value }) => `${key}=${value}`)
        .join('; ') || null,
  ],
]

/** The names of the columns; the last one says of a run why it could not be read. */
export const EXPORT_HEADER: readonly string[] = [...COLUMNS.map(([header]) => header), 'note']

/** The cells of one run under that header. Of a run that cannot be read there is what its columns say. */
export function exportCells(row: Stored<RunRecord>): Cell[] {
  const read = row.read()
  if (read.ok) {
    const usage = usageTotals(read.record.invocations)
    return [...COLUMNS.map(([, cell]) => cell(read.record, usage)), null]
  }
  const known = COLUMNS.map(([header]) => utc(row.columns[header] ?? null))
  return [...known, `cannot be read: ${read.reason}`]
}

/** A line that is no run and says something about the file. */
export const exportNote = (note: string): Cell[] => [...COLUMNS.map(() => null), note]

function label(key: string): (run: RunRecord) => Cell {
  return ({ labels }) => (Object.hasOwn(labels, key) ? (labels[key] ?? null) : null)
}

/** Files are in UTC, whatever zone a writer or a reader is in. */
const utc = (text: string | null): string | null => (text !== null && isTimestamp(text) ? shortestText(text) : text)

const money = ({ currency, total }: { currency: string; total: number }): string => `${total} ${currency}`

function deadBatches({ invocations }: RunRecord): Cell {
  const batches = batchTotals(invocations)
  return batches === null ? null : Number(batches.dlq_partial) + Number(batches.dlq_all)
}
