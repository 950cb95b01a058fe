import { z } from 'zod'
import type { Timestamp } from './primitives'

/** What can be done to many runs at once. */
export const BULK_KINDS = ['cancel', 'delete'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** acting: there is more to do · done: everything was tried · stopped: somebody ended it before. */
export const BULK_STATES = ['acting', 'done', 'stopped'] as const
export type BulkState = (typeof BULK_STATES)[number]

/**
 * What became of one run. `begun`: somebody is at it, or was when they were interrupted · `skipped`: nothing was to be done,
 * or nothing could be · `failed`: it was tried and went wrong.
 */
export const BULK_OUTCOMES = ['todo', 'begun', 'done', 'skipped', 'failed'] as const
export type BulkOutcome = (typeof BULK_OUTCOMES)[number]

/** Which runs were meant, for people: what is done is done to the runs that were listed. */
export const BulkAsked = z.object({
  /** The address of the list they were found in, without its page; null: they were chosen one by one. */
  search: z.string().nullable(),
  /** Nothing that was submitted after this instant. */
  until: z.string(),
  /** The search stopped here: older runs were not looked at. */
  reached: z.string().nullable(),
  /** There were more than one action takes. */
  is_capped: z.boolean(),
})
export type BulkAsked = z.output<typeof BulkAsked>

/** One action on many runs: what was asked for, by whom, and how far it is. */
export interface Bulk {
  id: string
  kind: BulkKind
  state: BulkState
  principal: string
  /** Of whoever is confined to one; only they and the unconfined see it. */
  tenant: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
  /** Somebody works on it now; else it waits to be continued. */
  is_held: boolean
  asked: BulkAsked
}

/** A run of it. `seq` is its place, six digits. */
export interface BulkRun {
  seq: string
  run_id: string
  name: string | null
  /** When it was listed. */
  status: string
  outcome: BulkOutcome
  /** In words, the same for all runs of the same fate. */
  note: string | null
  settled_at: Timestamp | null
}

export interface BulkCount {
  outcome: BulkOutcome
  note: string | null
  count: number
}
