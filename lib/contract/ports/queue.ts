import type { RunRecord } from '../records/runs'

export interface Submission {
  /** Pending, with its config; `tenant`, `pool` and `submitted_by` are what its rows are filled from. */
  run: RunRecord
  /**
   * Did a user supply the config? Then the body says `caller_config: true`: without it engines of 1.14 and later trust
   * the config as their own, and its requests escape the rules for callers (storage.md trap 46).
   */
  isCallerConfig: boolean
}

/** What the trait cannot do: its `upsert` stamps whoever calls as the owner (storage.md 8.1). */
export interface QueueStore {
  /**
   * Adds a pending run that nobody owns, with its tenant link, its label rows and whatever later columns the store has,
   * in one step: all of it is there or nothing. Some clustered engine claims it; single-instance engines never do, so
   * callers look for a live member first. False: a run of that id is there, and stays as it is. Rejects `refused` when
   * the run is not pending, has started, says who hosts it, or lacks `config_body` or `config_format`: the claimer sees
   * nothing but the body.
   */
  enqueue(submission: Submission): Promise<boolean>
}
