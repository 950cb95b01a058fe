import { z } from 'zod'
import { isDue, parseChangeKind } from '@/lib/derive/change-flow'
import { AppError } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'

/** More requests than anybody decides about; beyond, the answer says that there are older ones. */
const MOST = 10_000

export interface ChangeCounts {
  counts: Record<string, number>
  /** Set when older requests were not counted. */
  counted?: number
}

/** How many change requests there are of each status; what is due counts as expired (http-api.md 12). */
export const countChanges = defineQuery({
  label: 'change.counts',
  permission: 'change_read',
  scope: 'tenant',
  input: z.object({
    kind: z.string().optional(),
    requester: z.string().optional(),
    tenant: z.string().optional(),
  }),
  needs: ['changes'],
  async run({ changes }, { kind, ...filter }, { now }): Promise<ChangeCounts> {
    const known = kind === undefined ? undefined : parseChangeKind(kind)
    if (known === null) {
      throw new AppError(
        'bad_config',
        `unknown change kind \`${kind}\` (expected run, template_register, template_launch, template_delete or template_deprecate)`,
      )
    }
    const rows = await changes.list({ ...filter, ...(known && { kind: known }), limit: MOST })
    const counts = new Map<string, number>()
    for (const row of rows) {
      const stored = row.columns['status'] ?? ''
      const read = stored === 'pending' ? row.read() : null
      const status = read?.ok && isDue(read.record, now()) ? 'expired' : stored
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    return {
      counts: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      ...(rows.length === MOST && { counted: MOST }),
    }
  },
})
