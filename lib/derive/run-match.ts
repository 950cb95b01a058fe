import { DEFAULT_POOL } from '@/lib/contract/records/leases'
import { isTimestamp } from '@/lib/contract/records/primitives'
import type {
  AmongClause,
  HasClause,
  RangeClause,
  RunClause,
  WindowClause,
  WordsClause,
} from '@/lib/contract/records/run-clauses'
import type { RunSearch } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { holdsText } from './holds-text'
import { nanosOf } from './instants'
import { type RunBody, readRunBody } from './run-body'
import { runOrigin } from './run-origin'

/** `tenant` among them is the tenant the run is linked to, `shards` is set when it has any. */
type Columns = Readonly<Record<string, string | null | undefined>>
/** Null: only the body could tell. */
type Verdict = boolean | null

/** Every condition of a search but its window of time, those that cost least first. */
export function clausesOf(search: RunSearch): RunClause[] {
  const { status, name, tenant, owner, idempotency_key, submitted_by, pool, ids } = search
  const among = (field: AmongClause['field'], any: readonly string[] | undefined): RunClause[] =>
    any === undefined ? [] : [{ field, any: [...any] }]
  const one = (value: string | undefined) => (value === undefined ? undefined : [value])
  const { min_elapsed_secs: min, max_elapsed_secs: max } = search
  return [
    ...among('status', status.length === 0 ? undefined : status),
    ...among('run_id', ids === undefined ? undefined : [...ids]),
    ...among('name', one(name)),
    ...among('tenant', one(tenant)),
    ...among('owner', one(owner)),
    ...among('key', one(idempotency_key)),
    ...among('submitted_by', one(submitted_by)),
    ...among('pool', one(pool)),
    ...(search.name_contains === undefined ? [] : [{ field: 'words' as const, text: search.name_contains }]),
    ...(search.name_holds === undefined
      ? []
      : [{ field: 'words' as const, text: search.name_holds, as_written: true }]),
    ...(search.labels ?? []).map((label) => ({ field: 'label' as const, ...label })),
    ...(search.error_contains === undefined ? [] : [{ field: 'error' as const, text: search.error_contains }]),
    ...(min === undefined && max === undefined
      ? []
      : [{ field: 'elapsed_secs' as const, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }]),
    ...among('dataset', one(search.dataset_id)),
    ...(search.clauses ?? []),
  ]
}

/** Does a run fit them all? Null: the body would have to say and cannot be read. */
export function runFits(clauses: readonly RunClause[]): (row: Pick<Stored<unknown>, 'columns' | 'text'>) => Verdict {
  const tests = clauses.map(testOf)
  return ({ columns, text }) => {
    let body: RunBody | null | undefined
    for (const test of tests) {
      let verdict = test(columns, null)
      if (verdict === null) {
        if (body === undefined) body = readRunBody(text)
        if (body !== null) verdict = test(columns, body)
      }
      if (verdict === false) return false
    }
    return body === null ? null : true
  }
}

/** Can the columns alone tell, of every run? Then a row that cannot be read may fit. */
export const needsBody = (clauses: readonly RunClause[]): boolean =>
  clauses.some((clause) => testOf(clause)(NAMELESS, null) === null)
const NAMELESS: Columns = Object.freeze({ name: null })

type Test = (columns: Columns, body: RunBody | null) => Verdict

function testOf(clause: RunClause): Test {
  const test = plainTest(clause)
  if (!('not' in clause) || clause.not !== true) return test
  return (columns, body) => {
    const verdict = test(columns, body)
    return verdict === null ? null : !verdict
  }
}

function plainTest(clause: RunClause): Test {
  switch (clause.field) {
    case 'words':
      return named(wordsTest(clause))
    case 'like':
      return named(likeTest(clause.parts))
    case 'label':
      return inBody(({ labels }) => hasLabel(labels, clause.key, clause.value))
    case 'error':
      return inBody((body) => errorsOf(body).some((error) => holdsText(error, clause.text)))
    case 'id_begins':
      return ({ run_id }) => (run_id ?? '').toLowerCase().startsWith(clause.text.toLowerCase())
    case 'has':
      return hasTest(clause.what)
    case 'rows':
      return inBody((body) => isIn(body.records_written, clause))
    case 'attempt':
      return inBody((body) => isIn(body.attempt, clause))
    case 'elapsed_secs':
      return inBody((body) => body.elapsed_secs !== null && isIn(body.elapsed_secs, clause))
    case 'started':
      return inBody((body) => isWithin(body.started_at, clause))
    case 'finished':
      return ({ finished_at }) => isWithin(finished_at ?? null, clause)
    default:
      return amongTest(clause)
  }
}

const inBody =
  (holds: (body: RunBody) => boolean): Test =>
  (_, body) =>
    body === null ? null : holds(body)

/** The column has the name; of a run without one its pipeline counts, and that is in the body. */
const named =
  (fits: (name: string) => boolean): Test =>
  ({ name = null }, body) =>
    name !== null ? fits(name) : body === null ? null : fits(body.name ?? body.labels['pipeline'] ?? '')

const wordsTest =
  ({ text, as_written }: WordsClause) =>
  (name: string): boolean =>
    as_written ? name.includes(text) : holdsText(name, text)

/** Piece by piece, each as early as it can stand: as long as the name and no longer, however many stars there are. */
function likeTest(parts: readonly (string | null)[]): (name: string) => boolean {
  const pieces = parts.map((part) => part?.toLowerCase() ?? null)
  return (name) => {
    const text = name.toLowerCase()
    let at = 0
    for (const [index, piece] of pieces.entries()) {
      if (piece === null) continue
      const isLast = index === pieces.length - 1
      const isLoose = index > 0 && pieces[index - 1] === null
      const found = isLoose ? (isLast ? text.length - piece.length : text.indexOf(piece, at)) : at
      if (found < at || !text.startsWith(piece, found)) return false
      at = found + piece.length
    }
    return pieces.at(-1) === null || at === text.length
  }
}

const COLUMNS: Partial<Record<AmongClause['field'], string>> = {
  status: 'status',
  name: 'name',
  tenant: 'tenant',
  owner: 'owner',
  key: 'idempotency_key',
  submitted_by: 'submitted_by',
  run_id: 'run_id',
}

function amongTest({ field, any }: AmongClause): Test {
  const wanted = new Set(any)
  const column = COLUMNS[field]
  if (column !== undefined) return (columns) => wanted.has(columns[column] ?? MISSING)
  switch (field) {
    case 'pool':
      return ({ pool }) => wanted.has(pool ?? DEFAULT_POOL)
    case 'pipeline':
      return ({ name = null }, body) =>
        body === null ? null : wanted.has(body.labels['pipeline'] ?? name ?? body.name ?? MISSING)
    case 'trigger':
      return inBody(({ labels }) => wanted.has(labels['faucet.trigger.name'] ?? MISSING))
    case 'origin':
      return inBody((body) => wanted.has(runOrigin(body)))
    case 'template':
      return inBody(({ labels }) => {
        const { template, template_version } = labels
        return template !== undefined && (wanted.has(template) || wanted.has(`${template}@${template_version}`))
      })
    default:
      return inBody(({ invocations }) => invocations.some(({ dataset_id }) => wanted.has(dataset_id ?? MISSING)))
  }
}
/** No value of a run holds NUL: stores refuse it. */
const MISSING = '\u0000'

function hasTest(what: HasClause['what']): Test {
  switch (what) {
    case 'error':
      return inBody((body) => errorsOf(body).length > 0)
    case 'dlq':
      return inBody(({ invocations }) => invocations.some(({ dlq }) => dlq > 0))
    case 'labels':
      return inBody(({ labels }) => Object.keys(labels).length > 0)
    default:
      return (columns) => (columns[TRAITS[what]] ?? null) !== null
  }
}
const TRAITS = {
  shards: 'shards',
  name: 'name',
  tenant: 'tenant',
  owner: 'owner',
  key: 'idempotency_key',
  cancel: 'cancel_requested',
} as const

const hasLabel = (labels: Readonly<Record<string, string>>, key: string, value: string | undefined): boolean =>
  Object.hasOwn(labels, key) && (value === undefined || labels[key] === value)

const errorsOf = ({ error, invocations }: RunBody): string[] =>
  [error, ...invocations.map((invocation) => invocation.error)].filter((text) => text !== null)

const isIn = (value: number, { min, max, above, below }: RangeClause): boolean =>
  (min === undefined || value >= min) &&
  (max === undefined || value <= max) &&
  (above === undefined || value > above) &&
  (below === undefined || value < below)

function isWithin(at: string | null, { since, until }: WindowClause): boolean {
  if (at === null || !isTimestamp(at)) return false
  const moment = nanosOf(at)
  return (since === undefined || moment >= nanosOf(since)) && (until === undefined || moment <= nanosOf(until))
}
