import type { Page } from '../page'
import type { Claim, DeleteOutcome, RunFilter, RunRecord } from '../records/runs'
import type { Stored } from '../stored'

/** `faucet_serve_runs` and `faucet_serve_idem` (storage.md 4.1, 4.2). */
export interface RunsStore {
  /**
   * Takes an idempotency key for `runId`. A free or expired key is `fresh`; a held one is `replay` of its run when the
   * fingerprint is the same, else `conflict`. Expired: age ≥ `windowMs`; a future or unreadable claim time never
   * expires; `windowMs` 0 always does. A takeover compares the claim time that was read; lost eight times is `conflict`.
   */
  claimIdempotency(key: string, fingerprint: string, runId: string, windowMs: number): Promise<Claim>
  /** Drops every claim of `runId`: the run row of a fresh claim could not be written. */
  releaseIdempotency(runId: string): Promise<void>
  /** Inserts or replaces the run unfenced, owned by this instance with a fresh lease. Never touches a cancel request. */
  upsert(run: RunRecord): Promise<void>
  get(runId: string): Promise<Stored<RunRecord> | null>
  /** Newest first (submitted_at, then run_id, both descending). `next_cursor` only while another row exists. */
  list(filter: RunFilter): Promise<Page<RunRecord>>
  /** Removes a terminal run with its claims, shards and tenant link; logs, audit and usage stay. An unknown status word is terminal. */
  remove(runId: string): Promise<DeleteOutcome>
  /**
   * Removes terminal runs that finished more than `retainMs` ago (strictly; no finish time: kept) and returns how many.
   * Then, best effort: idempotency claims past their own window, instances and audit older than `retainMs`, orphaned
   * shards, links and companions.
   */
  purgeExpired(retainMs: number): Promise<number>
}
