import { z } from 'zod'
import type { ChangesStore } from '@/lib/contract/ports/changes'
import type { ChangeFilter, ChangeRequest } from '@/lib/contract/records/changes'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { Stored } from '@/lib/contract/stored'
import { isDue, parseChangeKind, parseChangeStatus } from '@/lib/derive/change-flow'
import { AppError } from '../kit/app-error'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

const MAX = 2_000

/** Change requests, newest first. What is due counts as expired, whoever gets round to writing that (http-api.md 1.6). */
export const listChanges = defineQuery({
  label: 'change.list',
  permission: 'change_read',
  scope: 'tenant',
  input: z.object({
    status: z.string().optional(),
    kind: z.string().optional(),
    requester: z.string().optional(),
    tenant: z.string().optional(),
    limit: z.number().optional(),
  }),
  needs: ['changes'],
  run({ changes }, { status, kind, limit, ...filter }, { now }) {
    if (status !== undefined && parseChangeStatus(status) === null) {
      throw new AppError('bad_config', `unknown change status \`${status}\``)
    }
    const known = kind === undefined ? undefined : kindOf(kind)
    return find(
      changes,
      { ...filter, ...(status && { status }), ...(known && { kind: known }) },
      clamp(limit, 200, MAX),
      now(),
    )
  },
})

function kindOf(text: string): string {
  const kind = parseChangeKind(text)
  if (kind !== null) return kind
  throw new AppError(
    'bad_config',
    `unknown change kind \`${text}\` (expected run, template_register or template_launch)`,
  )
}

/** The status column of a due request still says pending: both questions look at the waiting ones too. */
async function find(
  changes: ChangesStore,
  filter: Omit<ChangeFilter, 'limit'>,
  limit: number,
  now: Timestamp,
): Promise<Stored<ChangeRequest>[]> {
  if (filter.status !== 'pending' && filter.status !== 'expired') return changes.list({ ...filter, limit })
  const waiting = await changes.list({ ...filter, status: 'pending', limit: MAX })
  if (filter.status === 'pending') return waiting.filter((row) => !hasLapsed(row, now)).slice(0, limit)
  const expired = await changes.list({ ...filter, limit })
  return [...expired, ...waiting.filter((row) => hasLapsed(row, now))].sort(newestFirst).slice(0, limit)
}

function hasLapsed(row: Stored<ChangeRequest>, now: Timestamp): boolean {
  const read = row.read()
  return read.ok && isDue(read.record, now)
}

function newestFirst(a: Stored<ChangeRequest>, b: Stored<ChangeRequest>): number {
  const [first, second] = [a.columns, b.columns]
  if (first['created_at'] !== second['created_at']) {
    return (first['created_at'] ?? '') < (second['created_at'] ?? '') ? 1 : -1
  }
  return (first['id'] ?? '') < (second['id'] ?? '') ? -1 : 1
}
