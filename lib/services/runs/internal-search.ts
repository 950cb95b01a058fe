import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { Timestamp } from '@/lib/contract/records/primitives'
import { RunClause } from '@/lib/contract/records/run-clauses'
import type { RunSearch } from '@/lib/contract/records/runs'
import { nanosOf } from '@/lib/derive/instants'
import { submittedByAny } from '../kit/run-page'

const MOST_CLAUSES = 80
const MOST_VALUES = 100

/** A question as the pages put it. */
export const RunQuestion = z.object({
  status: z.array(z.string()).default([]),
  name: z.string().optional(),
  tenant: z.string().optional(),
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  /** Whose runs, by name; none: anybody's. */
  by: z.array(z.string()).max(MOST_VALUES).default([]),
  not_by: z.array(z.string()).max(MOST_VALUES).default([]),
  mine: z.boolean().default(false),
  clauses: z.array(RunClause).max(MOST_CLAUSES).default([]),
  /** Beside the window that is asked for: what lies above or below rows that are shown. */
  from: Timestamp.optional(),
  upto: Timestamp.optional(),
})

export interface AskedSearch {
  search: RunSearch & { clauses: readonly RunClause[] }
  /** Who submitted older runs is not known any more: they are left out. */
  known_since?: Timestamp
}

/** The question with everything looked up that the store's runs do not say: who asks, and what somebody submitted. */
export async function searchOf(
  deps: Pick<Deps, 'audit' | 'store'>,
  asked: z.output<typeof RunQuestion>,
  caller: string,
): Promise<AskedSearch> {
  const { status, name, tenant, by, not_by, mine } = asked
  const wanted = [...by, ...(mine ? [caller] : [])]
  const submitted = wanted.length === 0 ? null : await submittedByAny(deps, wanted)
  const excluded = not_by.length === 0 ? null : await submittedByAny(deps, not_by)
  const known_since = latest(submitted?.since, excluded?.since)
  const since = latest(asked.since, latest(asked.from, known_since))
  const until = earliest(asked.until, asked.upto)
  return {
    search: {
      status,
      ...(name !== undefined && { name }),
      ...(tenant !== undefined && { tenant }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      clauses: [
        ...asked.clauses,
        ...(submitted === null ? [] : [submitted.clause]),
        ...(excluded === null ? [] : [{ ...excluded.clause, not: true }]),
      ],
    },
    ...(known_since !== undefined && { known_since }),
  }
}

const latest = (a: Timestamp | undefined, b: Timestamp | undefined): Timestamp | undefined =>
  a === undefined || b === undefined ? (a ?? b) : nanosOf(a) > nanosOf(b) ? a : b
const earliest = (a: Timestamp | undefined, b: Timestamp | undefined): Timestamp | undefined =>
  a === undefined || b === undefined ? (a ?? b) : nanosOf(a) < nanosOf(b) ? a : b
