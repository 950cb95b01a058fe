import type { Scan, ScanBudget } from '@/lib/contract/page'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { Stored } from '@/lib/contract/stored'
import { type Cursor, longCursor } from '@/lib/derive/cursor'

const CHUNK = 500

/** One row that was looked at: where it stands, and itself unless its columns ruled it out. */
export interface Looked<T> {
  at: string
  id: string
  row: Stored<T> | null
}

interface ScanOptions<T> {
  budget: ScanBudget
  after: Cursor | null
  /** The next rows in order, exactly `count` unless there are no more. */
  chunk(after: Cursor | null, count: number): Promise<Looked<T>[]>
  /** Null: the body would have to say and cannot be read. */
  fits(row: Stored<T>): boolean | null
}

/**
 * Looks through rows newest first until enough fit or the budget is spent, and says how far it came. Between chunks
 * others get their turn: SQLite's driver is synchronous.
 */
export async function scan<T>({ budget, after, chunk, fits }: ScanOptions<T>): Promise<Scan<T>> {
  const found: Scan<T> = { rows: [], looked: 0, unreadable: 0, reached: null, next: null }
  const goOn = (at: string, id: string): Scan<T> => ({ ...found, next: longCursor(at, id) })
  const most = Math.max(1, budget.look)
  const deadline = performance.now() + (budget.ms ?? Number.POSITIVE_INFINITY)
  for (let place = after; ; ) {
    const count = Math.min(CHUNK, most - found.looked)
    const rows = await chunk(place, count)
    for (const { at, id, row } of rows) {
      found.looked++
      found.reached = at as Timestamp
      const fit = row === null ? false : fits(row)
      if (fit === null) found.unreadable++
      if (fit && row !== null && found.rows.push(row) >= budget.want) return goOn(at, id)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < count) return found
    if (found.looked >= most || performance.now() >= deadline) return goOn(last.at, last.id)
    place = { at: last.at as Timestamp, id: last.id }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
