import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunSearch } from '@/lib/contract/records/runs'
import { COUNT_CAP, type Total } from '@/lib/derive/run-totals'
import { keptAnswer } from '../kit/kept'
import { defineQuery } from '../kit/use-case'
import { RunQuestion, searchOf } from './internal-search'

/** How long runs are counted that no index counts, and how many are looked at for it. */
const LOOK = { ms: 150, look: 2_000_000 }
/** What had to be counted one by one is not counted again for everybody who looks. */
const AGE_MS = 5_000

export interface FoundCounts {
  /** By status, whichever of them are asked for: each tells what choosing it would show. */
  counts: ({ status: string } & Total)[]
  /** Set where runs had to be looked at one by one: how many were. */
  looked?: number
  /** Set where there was no time for all of them: everything newer was counted. */
  reached?: Timestamp
  known_since?: Timestamp
}

/** How many runs fit the question of a list, by status: by the indexes where they know, else as far back as time allows. */
export const countFound = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'tenant',
  input: RunQuestion,
  needs: ['insight', 'audit', 'store'],
  async run(deps, asked, { principal, now }): Promise<FoundCounts> {
    const { search, ...known } = await searchOf(deps, { ...asked, status: [] }, principal.name)
    const { status: _, clauses, name, ...of } = search
    if (name === undefined && clauses.length === 0) {
      return { counts: await deps.insight.countByStatus(COUNT_CAP, of), ...known }
    }
    const kept = { nowMs: Date.parse(now()), maxAgeMs: AGE_MS }
    const found = await keptAnswer(deps.insight, ['found', search], kept, () => countEach(deps.insight, search))
    return { ...found, ...known }
  },
})

async function countEach(insight: Deps['insight'], search: RunSearch): Promise<FoundCounts> {
  const { sum, looked, next, reached } = await insight.foldRuns(search, LOOK, {
    start: () => new Map<string, number>(),
    add(counts, { columns }) {
      const word = columns['status'] ?? ''
      counts.set(word, (counts.get(word) ?? 0) + 1)
    },
    bodies: false,
  })
  const isCut = next !== null && reached !== null
  return {
    counts: [...sum].map(([status, count]) => ({ status, count, capped: isCut })),
    looked,
    ...(isCut && { reached }),
  }
}
