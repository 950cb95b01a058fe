import { z } from 'zod'
import { Timestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { AppError } from '../kit/app-error'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

/** One page of runs, newest first (http-api.md 1.2). */
export const listRuns = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    /** Statuses, comma-separated. */
    status: z.string().optional(),
    name: z.string().optional(),
    since: Timestamp.optional(),
    until: Timestamp.optional(),
    limit: z.number().optional(),
    cursor: z.string().optional(),
    tenant: z.string().optional(),
  }),
  needs: ['runs'],
  run({ runs }, { status, limit, ...filter }) {
    return runs.list({ ...filter, status: statusesOf(status ?? ''), limit: clamp(limit, 50, 500) })
  },
})

/** Words of a comma list; blanks around them and empty ones do not count. */
function statusesOf(list: string): string[] {
  const words = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const unknown = words.find((word) => !KNOWN.has(word))
  if (unknown !== undefined) {
    throw new AppError('bad_config', `unknown status '${unknown}' — valid values: ${RUN_STATUSES.join(', ')}`)
  }
  return words
}

const KNOWN: ReadonlySet<string> = new Set(RUN_STATUSES)
