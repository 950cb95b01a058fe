import type { PlacedLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { compareSeq, type Stretch } from '@/lib/derive/log-outline'
import { mayPass } from './api-error'

/** Asks for the lines of some stretches, that level and above: a list for each. */
export type ReadLines = (
  ranges: readonly { after: Seq | null; to: Seq }[],
  level: string | null,
  signal: AbortSignal,
) => Promise<PlacedLine[][]>

interface Page {
  to: Seq
  /** Lines of the stretch when it was read, whatever their level. */
  total: number
  lines: readonly PlacedLine[]
  /** Read anew, and still not as many as the map says: it is the map that is old. */
  isOdd: boolean
}

interface Asked {
  to: Seq
  done: Promise<void>
  stop: AbortController
  /** Somebody waits for it, wherever the reader has scrolled to meanwhile. */
  isHeld: boolean
}

/** Lines held at once: what is farther away is read again. */
const MOST_LINES = 30_000
/** Stretches of one request. */
const MOST_RANGES = 40
const RETRY_MS = 3_000

const NONE: readonly PlacedLine[] = []

/** The lines of a log that were read lately, by stretch and level. Of a stretch that grows only what came is read. */
export class LogPages {
  readonly #read: ReadLines
  readonly #onOdd: () => void
  readonly #pages = new Map<string, Page>()
  readonly #asked = new Map<string, Asked>()
  readonly #watchers = new Set<() => void>()
  #version = 0
  #error: Error | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  /** What was refused stays refused: only a walk that the reader begins asks again. */
  #isRefused = false

  /** `onOdd`: a stretch has not the lines that the map says. */
  constructor(read: ReadLines, onOdd: () => void) {
    this.#read = read
    this.#onOdd = onOdd
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  readonly version = (): number => this.#version
  /** Why the last reading failed; null: it did not. */
  get error(): Error | null {
    return this.#error
  }

  /** What is here of a stretch, whole or not. */
  lines(stretch: Stretch, level: string | null): readonly PlacedLine[] {
    return this.#page(stretch, level)?.lines ?? NONE
  }

  /** Takes lines that came with the page. */
  seed(stretch: Stretch, lines: readonly PlacedLine[]): void {
    if (!this.#pages.has(keyOf(stretch, null))) this.#keep(stretch, null, lines, false)
  }

  /** Reads what of these is not here; what nobody waits for any more is let go. */
  want(stretches: readonly Stretch[], level: string | null): void {
    const wanted = new Set(stretches.map((stretch) => keyOf(stretch, level)))
    for (const key of wanted) this.#touch(key)
    for (const { stop, isHeld } of this.#asked.values()) {
      const isWanted = isHeld || [...this.#asked].some(([key, one]) => one.stop === stop && wanted.has(key))
      if (!isWanted) stop.abort()
    }
    if (this.#retry === undefined && !this.#isRefused) void this.#ask(stretches, level, false).catch(() => {})
  }

  /** The lines of one stretch, read if they are not here. */
  async load(stretch: Stretch, level: string | null): Promise<readonly PlacedLine[]> {
    await this.#ask([stretch], level, true)
    if (!this.#isWhole(stretch, level)) await this.#ask([stretch], level, true)
    return this.lines(stretch, level)
  }

  async #ask(stretches: readonly Stretch[], level: string | null, isHeld: boolean): Promise<void> {
    const waits: Promise<void>[] = []
    const lacking: Stretch[] = []
    for (const stretch of stretches) {
      if (this.#isWhole(stretch, level)) continue
      const asked = this.#asked.get(keyOf(stretch, level))
      if (asked?.to === stretch.to && !asked.stop.signal.aborted) waits.push(asked.done)
      else lacking.push(stretch)
    }
    for (let at = 0; at < lacking.length; at += MOST_RANGES) {
      waits.push(this.#fetch(lacking.slice(at, at + MOST_RANGES), level, isHeld))
    }
    await Promise.all(waits)
  }

  #fetch(stretches: readonly Stretch[], level: string | null, isHeld: boolean): Promise<void> {
    const stop = new AbortController()
    const before = stretches.map((stretch) => this.#growing(stretch, level))
    const ranges = stretches.map(({ after, to }, index) => ({ after: before[index]?.to ?? after, to }))
    const done = this.#read(ranges, level, stop.signal).then(
      (found) => {
        this.#error = null
        this.#isRefused = false
        stretches.forEach((stretch, index) => {
          this.#take(stretch, level, before[index] ?? null, found[index] ?? [])
        })
      },
      (cause: unknown) => {
        if (!stop.signal.aborted) this.#failed(cause)
        throw cause
      },
    )
    const entry = { done, stop, isHeld }
    for (const stretch of stretches) this.#asked.set(keyOf(stretch, level), { to: stretch.to, ...entry })
    const over = () => {
      for (const [key, one] of this.#asked) if (one.stop === stop) this.#asked.delete(key)
      this.#tell()
    }
    done.then(over, over)
    return done
  }

  #take(stretch: Stretch, level: string | null, grown: Page | null, lines: readonly PlacedLine[]): void {
    if (grown === null) {
      const isOdd = lines.length !== stretch.shown
      this.#keep(stretch, level, lines, isOdd)
      if (isOdd) this.#onOdd()
      return
    }
    const moved = lines.map((line) => ({ ...line, place: line.place + grown.total }))
    const all = [...grown.lines, ...moved]
    // Lines came between those that are here: then it is read anew.
    if (all.length === stretch.shown) this.#keep(stretch, level, all, false)
    else this.#pages.delete(keyOf(stretch, level))
  }

  /** What is here of a stretch that has only grown since; null: all of it is to be read. */
  #growing(stretch: Stretch, level: string | null): Page | null {
    const page = this.#pages.get(keyOf(stretch, level))
    if (page === undefined || page.isOdd || page.total >= stretch.total) return null
    return compareSeq(page.to, stretch.to) < 0 ? page : null
  }

  #isWhole(stretch: Stretch, level: string | null): boolean {
    const page = this.#page(stretch, level)
    if (page === undefined || page.to !== stretch.to) return false
    return page.lines.length === stretch.shown || (page.isOdd && page.total === stretch.total)
  }

  #page(stretch: Stretch, level: string | null): Page | undefined {
    if (stretch.shown === 0) return { to: stretch.to, total: stretch.total, lines: NONE, isOdd: false }
    const own = this.#pages.get(keyOf(stretch, level))
    // Where nothing is hidden, a page of every level is the same.
    if (own !== undefined || level === null || stretch.shown < stretch.total) return own
    return this.#pages.get(keyOf(stretch, null))
  }

  #keep({ after, to, total }: Stretch, level: string | null, lines: readonly PlacedLine[], isOdd: boolean): void {
    const key = keyOf({ after }, level)
    this.#pages.delete(key)
    this.#pages.set(key, { to, total, lines, isOdd })
    let held = 0
    for (const page of this.#pages.values()) held += page.lines.length
    for (const [oldest, page] of this.#pages) {
      if (held <= MOST_LINES) break
      held -= page.lines.length
      this.#pages.delete(oldest)
    }
  }

  #touch(key: string): void {
    const page = this.#pages.get(key)
    if (page === undefined) return
    this.#pages.delete(key)
    this.#pages.set(key, page)
  }

  #failed(cause: unknown): void {
    this.#error = cause instanceof Error ? cause : new Error(String(cause))
    this.#isRefused = !mayPass(cause)
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (this.#isRefused) return
    // Whoever looks asks again when told.
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#tell()
    }, RETRY_MS)
  }

  #tell(): void {
    this.#version += 1
    for (const watcher of this.#watchers) watcher()
  }
}

const keyOf = ({ after }: { after: Seq | null }, level: string | null): string => `${level ?? ''}|${after ?? ''}`
