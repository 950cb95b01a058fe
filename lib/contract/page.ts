import type { Timestamp } from './records/primitives'
import type { Stored } from './stored'

/** One keyset page, as stored. `next_cursor` is absent on the last one. */
export interface Page<T> {
  rows: Stored<T>[]
  next_cursor?: string
  /** Set when a filter that no index serves stopped for time: everything newer has been looked at, `next_cursor` goes on. */
  reached?: Timestamp
}
