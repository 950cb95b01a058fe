import { z } from 'zod'
import { msOf } from '@/lib/contract/clock'
import { LOG_LEVELS } from '@/lib/contract/records/logs'
import { Seq } from '@/lib/contract/records/primitives'
import { levelsBelow } from '@/lib/derive/log-levels'
import { defineQuery } from '../kit/use-case'
import { keepsLines } from './internal'
import { matcherOf } from './internal-matcher'

export interface LogHit {
  seq: Seq
  /** Begin and end of each place in what is read of the line. */
  places: number[]
}

export interface LogSearch {
  hits: LogHit[]
  /** Everything up to here was searched, ask again from there; null: to the end. */
  reached: Seq | null
}

const LONGEST_QUESTION = 200
/** Hits of one answer. */
const MOST_HITS = 5_000
/** Lines of one statement, where the database picks them and where it gives all. */
const LOOK_PICKED = 20_000
const LOOK_ALL = 2_000
/** One answer takes no longer; the next goes on from there. */
const TIME_MS = 400

/** Lines of a run's log that hold words or match a pattern, that level and above, oldest first. */
export const searchRunLogs = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    run_id: z.string(),
    q: z.string().min(1).max(LONGEST_QUESTION),
    regex: z.boolean().default(false),
    case: z.boolean().default(false),
    level: z.enum(LOG_LEVELS).nullable().default(null),
    after: Seq.nullable().default(null),
  }),
  needs: ['runs', 'insight', 'store'],
  async run({ runs, insight, store }, { run_id, q, regex, level, after, ...more }, ctx): Promise<LogSearch> {
    const matcher = matcherOf({ words: q, isPattern: regex, isCaseSensitive: more.case })
    if (!(await keepsLines({ runs, store }, run_id, ctx.principal))) return { hits: [], reached: null }
    const hidden = levelsBelow(level)
    const until = msOf(ctx.now()) + TIME_MS
    const look = matcher.holds === null ? LOOK_ALL : LOOK_PICKED
    const hits: LogHit[] = []
    for (let from = after; ; ) {
      const { lines, reached } = await insight.logCandidates(run_id, from, look, matcher.holds)
      for (const { seq, level: own, line } of lines) {
        const places = hidden.includes(own) ? null : matcher.places(line)
        if (places === null) continue
        hits.push({ seq, places })
        if (hits.length === MOST_HITS) return { hits, reached: seq }
      }
      // Behind a number that cannot be read nothing can be asked for.
      if (reached === null || (from !== null && BigInt(reached) <= BigInt(from))) return { hits, reached: null }
      if (msOf(ctx.now()) >= until) return { hits, reached }
      from = reached
    }
  },
})
