import { DEFAULT_POOL } from '@/lib/contract/records/leases'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { holdsText } from './holds-text'

type Columns = Readonly<Record<string, string | null | undefined>>

/** Do the columns fit? `tenant` among them is the tenant the run is linked to. Times are left to whoever has the rows. */
export function columnsMatch(search: RunSearch, columns: Columns): boolean {
  const { status, name, tenant, owner, idempotency_key, submitted_by, pool } = search
  return (
    (status.length === 0 || status.includes(columns['status'] ?? '')) &&
    (name === undefined || columns['name'] === name) &&
    (tenant === undefined || columns['tenant'] === tenant) &&
    (owner === undefined || columns['owner'] === owner) &&
    (idempotency_key === undefined || columns['idempotency_key'] === idempotency_key) &&
    (submitted_by === undefined || columns['submitted_by'] === submitted_by) &&
    (pool === undefined || (columns['pool'] ?? DEFAULT_POOL) === pool)
  )
}

/** Is the body needed to tell? If not, a row that cannot be read may fit. */
export const needsBody = ({ name_contains, labels, error_contains, ...search }: RunSearch): boolean =>
  name_contains !== undefined ||
  error_contains !== undefined ||
  (labels !== undefined && labels.length > 0) ||
  search.min_elapsed_secs !== undefined ||
  search.max_elapsed_secs !== undefined

/** Does the record fit the clauses that only a body answers? */
export function recordMatches(search: RunSearch, run: RunRecord): boolean {
  const { name_contains, labels = [], error_contains, min_elapsed_secs, max_elapsed_secs } = search
  return (
    (name_contains === undefined || holdsText(run.name ?? run.labels['pipeline'] ?? '', name_contains)) &&
    labels.every(({ key, value }) => hasLabel(run, key, value)) &&
    (error_contains === undefined || errorsOf(run).some((error) => holdsText(error, error_contains))) &&
    (min_elapsed_secs === undefined || (run.elapsed_secs !== null && run.elapsed_secs >= min_elapsed_secs)) &&
    (max_elapsed_secs === undefined || (run.elapsed_secs !== null && run.elapsed_secs <= max_elapsed_secs))
  )
}

function hasLabel({ labels }: RunRecord, key: string, value: string | undefined): boolean {
  return Object.hasOwn(labels, key) && (value === undefined || labels[key] === value)
}

const errorsOf = ({ error, invocations }: RunRecord): string[] =>
  [error, ...invocations.map((invocation) => invocation.error)].filter((text) => text !== null)
