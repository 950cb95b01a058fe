import { DEFAULT_POOL } from '@/lib/contract/records/leases'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { holdsText } from './holds-text'

type Columns = Readonly<Record<string, string | null | undefined>>

/**
 * Do the columns fit, as far as they can tell? `tenant` among them is the tenant the run is linked to. Times are left to
 * whoever has the rows.
 */
export function columnsMatch(search: RunSearch, columns: Columns): boolean {
  const { status, name, name_contains, name_holds, tenant, owner, idempotency_key, submitted_by, pool, ids } = search
  const named = columns['name'] ?? null
  return (
    (ids === undefined || ids.has(columns['run_id'] ?? '')) &&
    (status.length === 0 || status.includes(columns['status'] ?? '')) &&
    (name === undefined || named === name) &&
    (name_contains === undefined || named === null || holdsText(named, name_contains)) &&
    (name_holds === undefined || named === null || named.includes(name_holds)) &&
    (tenant === undefined || columns['tenant'] === tenant) &&
    (owner === undefined || columns['owner'] === owner) &&
    (idempotency_key === undefined || columns['idempotency_key'] === idempotency_key) &&
    (submitted_by === undefined || columns['submitted_by'] === submitted_by) &&
    (pool === undefined || (columns['pool'] ?? DEFAULT_POOL) === pool)
  )
}

/** Must the body be asked, at least of a run without a name? If not, a row that cannot be read may fit. */
export const needsBody = (search: RunSearch, columns: Columns = {}): boolean =>
  ((search.name_contains !== undefined || search.name_holds !== undefined) && (columns['name'] ?? null) === null) ||
  search.error_contains !== undefined ||
  (search.labels !== undefined && search.labels.length > 0) ||
  search.min_elapsed_secs !== undefined ||
  search.max_elapsed_secs !== undefined ||
  search.dataset_id !== undefined

/**
 * May a body with this text fit? Spares reading most of them: what a fitting record holds, its text holds too, unless
 * one of them spells it with escapes.
 */
export function mayMatch({ error_contains, dataset_id, labels = [] }: RunSearch, text: string): boolean {
  const parts = [...labels.flatMap(({ key, value = '' }) => [key, value]), error_contains ?? '', dataset_id ?? '']
  if (text.includes('\\u') || parts.some((part) => ESCAPED.test(part))) return true
  const folded = text.toLowerCase()
  return parts.every((part) => folded.includes(part.toLowerCase()))
}
/** Quotes, backslashes and control characters; and sigma, whose lower case depends on what stands around it. */
const ESCAPED = /["\\\p{Cc}Σσς]/u

/** Does the record fit the clauses that only a body answers? */
export function recordMatches(search: RunSearch, run: RunRecord): boolean {
  const { name_contains, name_holds, labels = [], error_contains, min_elapsed_secs, max_elapsed_secs } = search
  const name = run.name ?? run.labels['pipeline'] ?? ''
  return (
    (name_holds === undefined || name.includes(name_holds)) &&
    (search.dataset_id === undefined || run.invocations.some(({ usage }) => usage?.dataset_id === search.dataset_id)) &&
    (name_contains === undefined || holdsText(name, name_contains)) &&
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
