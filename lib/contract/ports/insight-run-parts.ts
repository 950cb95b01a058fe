import type { Timestamp } from '../records/primitives'

/** Where a run stands among all of them: by the time it was submitted, then by id. */
export interface RunPlace {
  at: Timestamp
  id: string
}

/** A run as its columns and the beginning of its body tell it: a body of megabytes is not read for its first line. */
export interface NearRun {
  run_id: string
  status: string
  submitted_at: string
  finished_at: string | null
  /** The body, or its beginning. */
  text: string
  is_whole: boolean
}

/** Reads about one run beside its own row. Nothing here writes, and nothing reads without a bound. */
export interface InsightRunParts {
  /**
   * Up to `limit` runs of that name before or after a place, the nearest first. Only a name that `npm run index` made an
   * index for is found at once: else runs are looked through for a moment, and `reached` says how far; null: to the end.
   */
  runsBeside(
    of: { name: string; tenant?: string },
    place: RunPlace,
    way: 'before' | 'after',
    limit: number,
  ): Promise<{ rows: NearRun[]; reached: Timestamp | null }>
}
