import { z } from 'zod'
import type { Timestamp } from './primitives'

/** What can be done to many runs at once. */
export const BULK_KINDS = ['cancel', 'delete'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** Runs that one action takes: what is looked through while somebody waits, and done within minutes. */
export const MOST_BULK_RUNS = 10_000

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

/** An action and the runs it is meant for. `tenant` is that of whoever is confined to one. */
export const BulkInput = z.object({
  kind: z.enum(BULK_KINDS),
  ids: z.array(z.string().min(1).max(300)).max(MOST_BULK_RUNS),
  asked: BulkAsked,
  tenant: z.string().optional(),
})
export type BulkInput = z.output<typeof BulkInput>

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

/** So many runs of one fate. */
const BulkShare = z.object({ note: z.string(), count: z.number() })
export type BulkShare = z.output<typeof BulkShare>

/** What an action would do, computed and not done. */
export const BulkPlan = z.object({
  kind: z.enum(BULK_KINDS),
  asked: BulkAsked,
  /** What would happen, most runs first. */
  ready: z.array(BulkShare),
  /** What would be left as it is, and why. */
  skipped: z.array(BulkShare),
  /** A few that it would be done to. */
  sample: z.array(z.object({ run_id: z.string(), name: z.string().nullable() })),
})
export type BulkPlan = z.output<typeof BulkPlan>
