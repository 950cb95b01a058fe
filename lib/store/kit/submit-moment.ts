import type { Timestamp } from '@/lib/contract/records/primitives'
import { type Ts9, ts9 } from './ts9'

/** Engines file `run.submit` when they have answered; clocks of several may differ by a little. */
const BEFORE_MS = 2_000
const AFTER_MS = 10_000

/** Where in the audit trail the entry of a run that was submitted then has to stand; null: that is no time. */
export function submitMoment(submittedAt: string): { since: Ts9; until: Ts9 } | null {
  const ms = Date.parse(submittedAt)
  if (Number.isNaN(ms)) return null
  const at = (shift: number) => ts9(new Date(ms + shift).toISOString() as Timestamp)
  return { since: at(-BEFORE_MS), until: at(AFTER_MS) }
}
