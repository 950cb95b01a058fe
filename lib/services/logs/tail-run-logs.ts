import { z } from 'zod'
import type { RunLogLine } from '@/lib/contract/records/logs'
import { defineQuery } from '../kit/use-case'
import { keepsLines } from './internal'

const MOST = 50

export interface LogTail {
  isKept: boolean
  lines: RunLogLine[]
}

/** The last stored lines of a run. */
export const tailRunLogs = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), limit: z.number().int().min(1).max(MOST).default(10) }),
  needs: ['runs', 'insight', 'store'],
  async run({ runs, insight, store }, { run_id, limit }, { principal }): Promise<LogTail> {
    const isKept = await keepsLines({ runs, store }, run_id, principal)
    return { isKept, lines: isKept ? await insight.logTail(run_id, limit) : [] }
  },
})
