import type { Count } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { addCounts } from './counts'
import { glanceError } from './run-glance'

/** What a batch of an invocation came to, added up over a run. */
export interface BatchSums {
  committed: number
  dlq_partial: number
  dlq_all: number
  failed: number
}

/** Where rows went that were not written, as engines from 1.14 on record it. */
export const GOVERNED = ['filtered', 'quarantined', 'dlq', 'coalesced', 'skipped', 'dropped'] as const
export type Governed = Record<(typeof GOVERNED)[number], number>

/**
 * A run in as few words as sums over many runs need. Made once of a row and then never changed; what repeats from run to
 * run is shared. Times are milliseconds since the epoch.
 */
export interface RunBrief {
  run_id: string
  /** Its `pipeline` label, else its name, else empty: which pipeline it is of. */
  pipeline: string
  name: string | null
  status: string
  submittedMs: number
  /** Null: it never began, or nothing says when. */
  startedMs: number | null
  /** Null: it is not over, or nothing says when it ended. */
  finishedMs: number | null
  /** Null: the body cannot be read, and nothing below is known. */
  rows: Count | null
  /** Written, as far as its invocations estimate it; null: none does. */
  bytes: Count | null
  /** Estimated cost by currency. */
  cost: readonly { currency: string; amount: number }[]
  labels: Readonly<Record<string, string>>
  tenant: string | null
  pool: string | null
  /** First line of what went wrong, of a failed run. */
  error: string | null
  /** How long each invocation took that was not skipped. */
  invocationMs: readonly number[]
  /** Null: nothing but committed batches, or none recorded. */
  batches: BatchSums | null
  committed: number
  /** Null: none of its invocations says. */
  governed: Governed | null
  /** Invocations that do not say where their rows went. */
  unrecorded: number
  /** How far its sources were behind at the end, at most; null: none says. */
  lagSecs: number | null
}

/** Makes one of texts that are the same: they repeat from run to run, and many runs are kept. */
export type Share = <T>(key: string, make: () => T) => T

/** Labels that each run has for itself are not worth remembering for ever. */
const MOST_SHARED = 50_000

/** Shares within one keeper of runs. */
export function sharing(): Share {
  const known = new Map<string, unknown>()
  return <T>(key: string, make: () => T): T => {
    const found = known.get(key) as T | undefined
    if (found !== undefined) return found
    const made = make()
    if (known.size >= MOST_SHARED) known.clear()
    known.set(key, made)
    return made
  }
}

/** Members as they should be, nothing of which is certain. */
interface Invocation {
  duration_ms?: unknown
  skipped?: unknown
  status?: unknown
  rows?: unknown
  usage?: { usage?: { bytes_written?: unknown }; cost?: { currency?: unknown; total?: unknown } }
  batches?: unknown
  source_lag?: { seconds?: unknown } | null
}
interface Body {
  labels: Record<string, string>
  started_at?: unknown
  records_written?: unknown
  invocations: Invocation[]
  tenant?: unknown
  pool?: unknown
}

const NOTHING: readonly never[] = []
const NO_LABELS: Readonly<Record<string, string>> = Object.create(null)

/** The brief of a row with its text. The columns name and place it; the text, as the native parser sees it, says the rest. */
export function briefOf(row: Stored<RunRecord>, share: Share): RunBrief {
  const { columns, text } = row
  const named = columns['name'] ?? null
  const name = named?.trim() ? share(`s${named}`, () => named) : null
  const status = columns['status'] ?? ''
  const body = bodyOf(text)
  const sums = body === null ? UNREAD : sumsOf(body.invocations, share)
  const labels = body === null ? NO_LABELS : sharedLabels(body.labels, share)
  const label = labels['pipeline']
  const own = (label?.trim() ? label : name) ?? ''
  // One literal: objects put together from parts take four times the room, and there are many.
  return {
    run_id: columns['run_id'] ?? '',
    pipeline: share(`s${own}`, () => own),
    name,
    status: share(`s${status}`, () => status),
    submittedMs: Date.parse(columns['submitted_at'] ?? ''),
    startedMs: body === null ? null : msIn(body.started_at),
    finishedMs: msIn(columns['finished_at']),
    rows: body === null ? null : exactRows(body, row),
    bytes: sums.bytes,
    cost: sums.cost,
    labels,
    tenant: body === null ? null : sharedText(body.tenant, share),
    pool: body === null ? null : sharedText(body.pool, share),
    error: body !== null && status === 'failed' ? sharedText(glanceError(text), share) : null,
    invocationMs: sums.invocationMs,
    batches: sums.batches,
    committed: sums.committed,
    governed: sums.governed,
    unrecorded: sums.unrecorded,
    lagSecs: sums.lagSecs,
  }
}

type Sums = Pick<
  RunBrief,
  'bytes' | 'cost' | 'invocationMs' | 'batches' | 'committed' | 'governed' | 'unrecorded' | 'lagSecs'
>
const UNREAD: Sums = {
  bytes: null,
  cost: NOTHING,
  invocationMs: NOTHING,
  batches: null,
  committed: 0,
  governed: null,
  unrecorded: 0,
  lagSecs: null,
}

/** Null: the text is no run. Members of another kind than they should be count as not there. */
function bodyOf(text: string): Body | null {
  try {
    const body: unknown = JSON.parse(text)
    const isRun =
      isObject(body) &&
      isObject(body['labels']) &&
      Array.isArray(body['invocations']) &&
      body['invocations'].every(isObject)
    return isRun ? (body as unknown as Body) : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const amount = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

function sumsOf(invocations: readonly Invocation[], share: Share): Sums {
  let bytes: Count | null = null
  let lagSecs: number | null = null
  let governed: Governed | null = null
  let unrecorded = 0
  const durations: number[] = []
  const batches: BatchSums = { committed: 0, dlq_partial: 0, dlq_all: 0, failed: 0 }
  const cost: { currency: string; amount: number }[] = []
  for (const one of invocations) {
    const written = one.usage?.usage?.bytes_written
    if (typeof written === 'number') bytes = addCounts(bytes ?? 0, Math.max(0, Math.trunc(amount(written))))
    addCost(cost, one.usage?.cost, share)
    if (isObject(one.batches)) for (const kind of BATCHES) batches[kind] += amount(one.batches[kind])
    if (isObject(one.rows)) governed = addGoverned(governed, one.rows)
    else unrecorded++
    const lag = one.source_lag?.seconds
    if (typeof lag === 'number') lagSecs = Math.max(lagSecs ?? 0, lag)
    if (one.skipped !== true && one.status !== 'skipped') durations.push(amount(one.duration_ms))
  }
  const [only] = cost
  // Free is what most runs without a price table are.
  const isFree = cost.length === 1 && only?.amount === 0
  return {
    bytes,
    cost: cost.length === 0 ? NOTHING : isFree ? share(`c${only.currency}`, () => cost) : cost,
    invocationMs: durations.length === 0 ? NOTHING : durations,
    batches: batches.dlq_partial + batches.dlq_all + batches.failed === 0 ? null : batches,
    committed: batches.committed,
    governed,
    unrecorded,
    lagSecs,
  }
}

const BATCHES = ['committed', 'dlq_partial', 'dlq_all', 'failed'] as const

function addCost(
  costs: { currency: string; amount: number }[],
  cost: { currency?: unknown; total?: unknown } | undefined,
  share: Share,
): void {
  const { currency, total } = cost ?? {}
  if (typeof currency !== 'string') return
  const known = costs.find((one) => one.currency === currency)
  if (known === undefined) costs.push({ currency: share(`s${currency}`, () => currency), amount: amount(total) })
  else known.amount += amount(total)
}

function addGoverned(sum: Governed | null, rows: Record<string, unknown>): Governed {
  const into = sum ?? { filtered: 0, quarantined: 0, dlq: 0, coalesced: 0, skipped: 0, dropped: 0 }
  into.filtered += Math.max(0, amount(rows['transform_in']) - amount(rows['transform_out']))
  into.dlq += amount(rows['failed'])
  for (const kind of ['quarantined', 'coalesced', 'skipped', 'dropped'] as const) into[kind] += amount(rows[kind])
  return into
}

/** To the last digit, where the native parser might have lost one. */
function exactRows({ records_written: rows }: Body, row: Stored<RunRecord>): Count | null {
  if (Number.isSafeInteger(rows)) return rows as number
  const read = row.read()
  return read.ok ? read.record.records_written : null
}

function sharedLabels(labels: Record<string, unknown>, share: Share): Readonly<Record<string, string>> {
  let key = 'l'
  const texts: Record<string, string> = Object.create(null)
  for (const name in labels) {
    const value = labels[name]
    if (typeof value !== 'string') continue
    texts[name] = value
    key += `\u0000${name}\u0000${value}`
  }
  return key === 'l' ? NO_LABELS : share(key, () => texts)
}

const sharedText = (value: unknown, share: Share): string | null =>
  typeof value === 'string' && value !== '' ? share(`s${value}`, () => value) : null

function msIn(at: unknown): number | null {
  const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** From submission to end, of a run that has ended; null: nothing says when. */
export const briefMs = ({ submittedMs, finishedMs }: Pick<RunBrief, 'submittedMs' | 'finishedMs'>): number | null =>
  finishedMs === null ? null : Math.max(0, finishedMs - submittedMs)
