import type { RunLogLine, RunLogPage } from '../records/logs'
import type { Seq } from '../records/primitives'

/** `faucet_serve_run_logs` (storage.md 4.7). Independent of the run row: lines stay when the run is deleted. */
export interface LogsStore {
  /**
   * Adds lines, all or none. A taken sequence number: stores of 1.13.0 to 1.13.2 drop the line, later ones move it to the
   * next free number, at most 16 tried (the sentinel one), memory keeps both. `attrs` are kept where the store has a place.
   */
  record(runId: string, lines: readonly RunLogLine[]): Promise<void>
  /**
   * Lines with a sequence greater than `after` (null: from the start, number 0 included), ascending, at least 1. Never the
   * sentinel; `truncated` says that the run has one, inside the page or not.
   */
  list(runId: string, after: Seq | null, limit: number): Promise<RunLogPage>
  /**
   * Removes lines of all runs written more than `ageMs` ago and returns how many. On a database the sentinel goes with the
   * first purge, since its empty time is below every other; memory keeps lines whose time cannot be read.
   */
  purge(ageMs: number): Promise<number>
}
