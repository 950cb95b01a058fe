import { z } from 'zod'
import { LOG_LINES_DEFAULT, LOG_LINES_MAX } from '@/lib/contract/records/logs'
import { Seq } from '@/lib/contract/records/primitives'
import { clamp } from '../kit/limit'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** Stored lines of a run after a sequence number, oldest first (http-api.md 6.2). Without `after` from the start. */
export const readRunLogs = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    run_id: z.string(),
    after: Seq.nullable().default(null),
    limit: z.number().optional(),
  }),
  needs: ['runs', 'logs'],
  async run({ runs, logs }, { run_id, after, limit }, { principal }) {
    own(principal, await runs.get(run_id))
    return logs.list(run_id, after, clamp(limit, LOG_LINES_DEFAULT, LOG_LINES_MAX))
  },
})
