import type { Timestamp } from './records/primitives'
import type { Stored } from './stored'

/** One keyset page, as stored. `next_cursor` is absent on the last one. */
export interface Page<T> {
  rows: Stored<T>[]
  next_cursor?: string
  /** Set when a filter that no index serves stopped for time: everything newer has been looked at, `next_cursor` goes on. */
  reached?: Timestamp
}

/** How many rows to find at most, how many to look at for them, and for how long. */
export interface ScanBudget {
  want: number
  look: number
  /** Milliseconds, after which no further piece is begun. Absent: until `look` is spent. */
  ms?: number
}

/** What a search without an index found, and how far it looked: there is no silent cap. */
export interface Scan<T> {
  rows: Stored<T>[]
  /** Rows looked at. */
  looked: number
  /** Rows passed over because their body cannot be read. */
  unreadable: number
  /** The last row looked at was of this instant: everything newer has been searched. Null: no row was looked at. */
  reached: Timestamp | null
  /** Where to go on; null: searched to the end. */
  next: string | null
}
