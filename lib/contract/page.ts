import type { Stored } from './stored'

/** One keyset page, as stored. `next_cursor` is absent on the last one. */
export interface Page<T> {
  rows: Stored<T>[]
  next_cursor?: string
}
