import { z } from 'zod'
import { LOG_LEVELS, type PlacedLine } from '@/lib/contract/records/logs'
import { Seq } from '@/lib/contract/records/primitives'
import { levelsBelow } from '@/lib/derive/log-levels'
import { defineQuery } from '../kit/use-case'
import { keepsLines, linesOf } from './internal'

/** Stretches of one request. */
const MOST_RANGES = 40

/** The lines of some stretches of a run's log, each with its place in its own, that level and above. */
export const readLogLines = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    run_id: z.string(),
    ranges: z.array(z.object({ after: Seq.nullable(), to: Seq })).max(MOST_RANGES),
    level: z.enum(LOG_LEVELS).nullable().default(null),
  }),
  needs: ['runs', 'insight', 'store'],
  async run({ runs, insight, store }, { run_id, ranges, level }, { principal }): Promise<PlacedLine[][]> {
    if (!(await keepsLines({ runs, store }, run_id, principal))) return ranges.map(() => [])
    const found: PlacedLine[][] = []
    for (const { after, to } of ranges) found.push(await linesOf(insight, run_id, after, to, levelsBelow(level)))
    return found
  },
})
