import type { Deps } from '@/lib/contract/deps'
import type { WindowCount } from '@/lib/contract/ports/insight-windows'
import { processWide } from '@/lib/contract/process-wide'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { longCursor, parseRunCursor } from '@/lib/derive/cursor'
import { briefOf, type RunBrief, sharing } from '@/lib/derive/run-brief'
import { isTerminal } from '@/lib/derive/run-status'

/** Which runs somebody asks for: those submitted from `sinceMs` on and before `untilMs`. */
export interface LedgerSpan {
  sinceMs: number
  untilMs: number
  nowMs: number
  /** How long this call may read; what was read before costs next to nothing. */
  budgetMs: number
}

/** What is known of a span. */
export interface LedgerView {
  /** Hands over every known run of the span, newest first. */
  each(take: (run: RunBrief) => void): void
  /** Everything submitted since then is known; null: all of the span is. */
  reachedMs: number | null
  /** There are more runs than are kept: asking again will not reach further. */
  isFull: boolean
}

type Insight = Deps['insight']

const HOUR_MS = 3_600_000
/** Runs that are kept at once, about 80 MB of them. */
const MOST = 200_000
const PAGE = 500
/** Rows of others that are looked at for a page of one tenant. */
const TENANT_LOOK = 2_000
/** How long after the newest known run one with an earlier time may still arrive: clocks of a cluster differ. */
const LATE_MS = 10_000
/** An hour that ended longer ago gets no more runs. */
const SETTLED_MS = 120_000
const CHECK_EVERY_MS = 15_000
const CHECK_MS = 60
/** An hour that still fills is checked only while it is small: in a large one a run arrives between two looks. */
const SMALL = 2_000
/** Where nothing can be counted, what is known is read again after so long. */
const READ_AGAIN_MS = 300_000
const MOST_OPEN = 500
const TENANTS = 8

interface Place {
  submitted_at: string
  run_id: string
}
interface Found {
  rows: Stored<RunRecord>[]
  next: Place | null
}

interface Hour {
  /** Newest first. */
  runs: RunBrief[]
  /** How many of them are not over. */
  open: number
  isWhole: boolean
  /** Where reading goes on; null: from the hour's end. */
  next: Place | null
  readAtMs: number
  checkedAtMs: number
  usedAtMs: number
}

/**
 * The newest runs of a store in few words, kept in this process: bodies are read once, an hour of submissions at a time.
 * Runs that are not over are looked at again with each call, and counts of the store's indexes tell of every hour whether
 * it still is what was read. What is not known yet is read newest first, as long as the caller allows.
 */
class RunLedger {
  readonly #insight: Insight
  readonly #tenant: string | undefined
  readonly #share = sharing()
  readonly #hours = new Map<number, Hour>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(insight: Insight, tenant: string | undefined) {
    this.#insight = insight
    this.#tenant = tenant
  }

  async read(span: LedgerSpan): Promise<LedgerView> {
    // One reads, the others find what it has read.
    const mine = this.#turn.then(() => this.#fill(span))
    this.#turn = mine.catch(() => undefined)
    await mine
    return this.#view(span)
  }

  async #fill(span: LedgerSpan): Promise<void> {
    const stop = performance.now() + span.budgetMs
    const hours = hoursOf(span)
    for (const at of hours) {
      const hour = this.#hours.get(at)
      if (hour !== undefined) hour.usedAtMs = span.nowMs
    }
    await this.#readTop(span.nowMs)
    await this.#readOpen(hours)
    await this.#check(hours, span.nowMs)
    let known = this.#count(hours)
    for (const range of rangesOf(hours.filter((at) => !this.#hours.get(at)?.isWhole))) {
      for (let isOver = false; !isOver; ) {
        if (known >= MOST) return this.#forget(span.nowMs)
        const read = await this.#readPage(range, span.nowMs)
        known += read.count
        isOver = read.isOver
        if (performance.now() >= stop) return this.#forget(span.nowMs)
      }
    }
    this.#forget(span.nowMs)
  }

  /** The next runs of a stretch, newest first, and where to go on; null: there are no more. */
  async #search(sinceMs: number, untilMs: number, after: Place | null): Promise<Found> {
    const [since, until] = [instantAt(sinceMs), instantAt(untilMs)]
    if (this.#tenant === undefined) {
      const rows = await this.#insight.runsWithin(since, until, PAGE, after ?? undefined)
      const last = rows.at(-1)?.columns
      const isOver = rows.length < PAGE || last === undefined
      const next = isOver ? null : { submitted_at: last['submitted_at'] ?? '', run_id: last['run_id'] ?? '' }
      return { rows, next }
    }
    const cursor = after === null ? undefined : longCursor(after.submitted_at, after.run_id)
    const { rows, next } = await this.#insight.searchRuns(
      { status: [], since, until: justBefore(untilMs), tenant: this.#tenant },
      { want: PAGE, look: TENANT_LOOK },
      cursor,
    )
    const on = next === null ? null : parseRunCursor(next)
    return { rows, next: on === null ? null : { submitted_at: on.at ?? '', run_id: on.id } }
  }

  /** The next runs of a range of hours; those that it has come past are whole. */
  async #readPage({ newest, oldest }: Range, nowMs: number): Promise<{ count: number; isOver: boolean }> {
    let first = newest
    while (first > oldest && this.#hours.get(first)?.isWhole) first--
    const begun = this.#hours.get(first)
    const { rows, next } = await this.#search(oldest * HOUR_MS, (first + 1) * HOUR_MS, begun?.next ?? null)
    for (const row of rows) {
      const run = briefOf(row, this.#share)
      const hour = this.#hourAt(hourOf(run.submittedMs), nowMs)
      hour.runs.push(run)
      if (!isTerminal(run.status)) hour.open++
    }
    const last = next === null ? oldest : hourOf(Date.parse(next.submitted_at))
    for (let at = first; at >= last; at--) {
      const hour = this.#hourAt(at, nowMs)
      hour.isWhole = at > last || next === null
      hour.next = hour.isWhole ? null : next
    }
    return { count: rows.length, isOver: next === null }
  }

  /** What came since the last look, where the newest hours are known: read again from a little before the newest run. */
  async #readTop(nowMs: number): Promise<void> {
    for (let at = hourOf(nowMs) + 1; at >= hourOf(nowMs - SETTLED_MS); at--) {
      const hour = this.#hours.get(at)
      if (!hour?.isWhole) continue
      const newest = hour.runs[0]?.submittedMs ?? 0
      // To the whole second, as instants of a search are.
      const since = Math.max(at * HOUR_MS, Math.floor((newest - LATE_MS) / 1_000) * 1_000)
      let after: Place | null = null
      const fresh: RunBrief[] = []
      do {
        const { rows, next }: Found = await this.#search(since, (at + 1) * HOUR_MS, after)
        for (const row of rows) fresh.push(briefOf(row, this.#share))
        after = next
      } while (after !== null && fresh.length < SMALL)
      if (after !== null) {
        // So many came that it is quicker to begin anew.
        this.#hours.delete(at)
        continue
      }
      setRuns(hour, [...fresh, ...hour.runs.filter((run) => run.submittedMs < since)])
      hour.readAtMs = nowMs
    }
  }

  /** Runs that were not over may be by now. */
  async #readOpen(hours: readonly number[]): Promise<void> {
    const open = new Map<string, { hour: Hour; place: number }>()
    for (const at of hours) {
      const hour = this.#hours.get(at)
      if (hour === undefined || hour.open === 0) continue
      for (const [place, run] of hour.runs.entries()) {
        if (open.size >= MOST_OPEN) break
        if (!isTerminal(run.status)) open.set(run.run_id, { hour, place })
      }
    }
    if (open.size === 0) return
    const ids = new Set(open.keys())
    const { rows } = await this.#insight.searchRuns({ status: [], ids }, { want: MOST_OPEN, look: MOST_OPEN })
    const found = new Map(rows.map((row) => [row.columns['run_id'] ?? '', row]))
    const touched = new Set<Hour>()
    for (const [id, { hour, place }] of open) {
      const row = found.get(id)
      if (row !== undefined) hour.runs[place] = briefOf(row, this.#share)
      touched.add(hour)
    }
    for (const hour of touched) {
      setRuns(
        hour,
        hour.runs.filter((run) => !ids.has(run.run_id) || found.has(run.run_id)),
      )
    }
  }

  /** Hours of which the store's indexes count something else than is known are read again. */
  async #check(hours: readonly number[], nowMs: number): Promise<void> {
    const due = (since: number | undefined, every: number) => Math.abs(nowMs - (since ?? 0)) >= every
    const whole = hours.filter((at) => this.#hours.get(at)?.isWhole)
    if (this.#tenant !== undefined) {
      for (const at of whole) if (due(this.#hours.get(at)?.readAtMs, READ_AGAIN_MS)) this.#hours.delete(at)
      return
    }
    const fills = hourOf(nowMs - SETTLED_MS)
    const unchecked = whole.filter((at) => due(this.#hours.get(at)?.checkedAtMs, CHECK_EVERY_MS))
    for (const { newest, oldest } of rangesOf(unchecked)) {
      const edges = Array.from({ length: newest - oldest + 2 }, (_, n) => instantAt((oldest + n) * HOUR_MS))
      const counts = await this.#insight.countWindows(edges, CHECK_MS)
      for (const [n, count] of counts.entries()) {
        const hour = this.#hours.get(oldest + n)
        if (count === null || hour === undefined) continue
        hour.checkedAtMs = nowMs
        if (oldest + n >= fills && hour.runs.length > SMALL) continue
        if (!isSame(hour.runs, count)) this.#hours.delete(oldest + n)
      }
    }
  }

  #hourAt(at: number, nowMs: number): Hour {
    let hour = this.#hours.get(at)
    if (hour === undefined) {
      hour = { runs: [], open: 0, isWhole: false, next: null, readAtMs: nowMs, checkedAtMs: nowMs, usedAtMs: nowMs }
      this.#hours.set(at, hour)
    }
    return hour
  }

  #count(hours: readonly number[]): number {
    return hours.reduce((sum, at) => sum + (this.#hours.get(at)?.runs.length ?? 0), 0)
  }

  /** Keeps what was asked for last, the newer of it first. */
  #forget(nowMs: number): void {
    let kept = 0
    for (const [, hour] of this.#hours) kept += hour.runs.length
    if (kept <= MOST + PAGE) return
    const byUse = [...this.#hours].sort(([a, x], [b, y]) => x.usedAtMs - y.usedAtMs || a - b)
    for (const [at, hour] of byUse) {
      if (kept <= MOST || hour.usedAtMs >= nowMs) break
      kept -= hour.runs.length
      this.#hours.delete(at)
    }
  }

  #view({ sinceMs, untilMs, ...span }: LedgerSpan): LedgerView {
    const hours = hoursOf({ sinceMs, untilMs, ...span })
    const gap = hours.findIndex((at) => !this.#hours.get(at)?.isWhole)
    const broken = gap === -1 ? undefined : hours[gap]
    const shown = (gap === -1 ? hours : hours.slice(0, gap + 1)).flatMap((at) => this.#hours.get(at)?.runs ?? [])
    const begun = broken === undefined ? undefined : this.#hours.get(broken)?.runs.at(-1)
    return {
      each(take) {
        for (const run of shown) if (run.submittedMs >= sinceMs && run.submittedMs < untilMs) take(run)
      },
      reachedMs: broken === undefined ? null : Math.max(sinceMs, begun?.submittedMs ?? (broken + 1) * HOUR_MS),
      isFull: broken !== undefined && shown.length >= MOST,
    }
  }
}

function setRuns(hour: Hour, runs: RunBrief[]): void {
  hour.runs = runs
  hour.open = runs.filter(({ status }) => !isTerminal(status)).length
}

const ledgers = processWide('run-ledgers', () => new WeakMap<Insight, Map<string, RunLedger>>())

/** Reads what a span lacks, as long as the budget allows, and says what is known of it. */
export function readLedger(insight: Insight, tenant: string | undefined, span: LedgerSpan): Promise<LedgerView> {
  const known = ledgers.get(insight) ?? new Map<string, RunLedger>()
  ledgers.set(insight, known)
  const key = tenant === undefined ? '' : `t${tenant}`
  const ledger = known.get(key) ?? new RunLedger(insight, tenant)
  // The one that was asked last stands last.
  known.delete(key)
  known.set(key, ledger)
  for (const [old] of known) if (known.size > TENANTS && old !== '') known.delete(old)
  return ledger.read(span)
}

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS)

/** Newest first. One that ends now goes an hour further: the clock of whoever submits may be ahead of ours. */
function hoursOf({ sinceMs, untilMs, nowMs }: LedgerSpan): number[] {
  const last = untilMs >= nowMs ? hourOf(nowMs) + 1 : hourOf(untilMs - 1)
  const hours: number[] = []
  for (let at = last; at >= hourOf(sinceMs); at--) hours.push(at)
  return hours
}

interface Range {
  newest: number
  oldest: number
}

/** Hours, newest first, as ranges without a gap. */
function rangesOf(hours: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const at of hours) {
    const last = ranges.at(-1)
    if (last !== undefined && last.oldest === at + 1) last.oldest = at
    else ranges.push({ newest: at, oldest: at })
  }
  return ranges
}

/** Are there as many of each status as the indexes say? */
function isSame(runs: readonly RunBrief[], count: WindowCount): boolean {
  const ours = new Map<string, number>()
  for (const { status } of runs) ours.set(status, (ours.get(status) ?? 0) + 1)
  let total = 0
  for (const [status, expected] of Object.entries(count)) {
    total += expected
    if (status !== 'other' && (ours.get(status) ?? 0) !== expected) return false
  }
  return total === runs.length
}

const instantAt = (ms: number): Timestamp => `${new Date(ms).toISOString().slice(0, 19)}Z` as Timestamp
/** The last instant before: ends of a list are inclusive. */
const justBefore = (ms: number): Timestamp => `${new Date(ms - 1).toISOString().slice(0, 19)}.999999999Z` as Timestamp
