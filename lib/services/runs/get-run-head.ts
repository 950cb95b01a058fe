import { z } from 'zod'
import type { Principal } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'
import { shift } from '@/lib/contract/clock'
import { isHistoryError } from '@/lib/contract/errors'
import type { AuditStore } from '@/lib/contract/ports/audit'
import type { RunRecord } from '@/lib/contract/records/runs'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

/**
 * A run as its page needs it: the row, what its invocations come to, and what its body does not say: who works on it,
 * until when, how far its shards are, and, for whoever may read the audit trail, who submitted it.
 */
export const getRunHead = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'shards', 'insight', 'audit', 'engine'],
  async run({ runs, shards, insight, audit, engine }, { run_id }, { principal }) {
    const row = own(principal, await runs.get(run_id))
    const read = readRun(row)
    const [[columns], progress, submission] = await Promise.all([
      insight.runColumns([run_id]),
      shards.progress(run_id).catch(noneWithoutTable),
      read.ok ? submissionOf(audit, read.record, principal) : null,
    ])
    return {
      row,
      read: read.ok
        ? {
            ok: true as const,
            digest: read.digest(),
            kept: { has_config: read.record.config_body !== undefined, budget: await read.budget() },
          }
        : read,
      facts: {
        owner: columns?.owner ?? null,
        lease_expires_at: columns?.lease_expires_at ?? null,
        cancel_requested: columns?.cancel_requested ?? null,
        shards: progress === null || progress.total === 0 ? null : progress,
        submission,
        /** Why what only an engine can do is not available; null: it is. */
        engine: engine.absent(),
      },
    }
  },
})

/** Rows of a moment: an engine files a submit within it. */
const SUBMIT_MS = 30_000
const MOST_ENTRIES = 500

/** Who submitted it, as the trail has it; engines before 1.17 keep it nowhere else. */
async function submissionOf(audit: AuditStore, { run_id, submitted_at }: RunRecord, principal: Principal) {
  if (!can(principal.role, 'audit_read') || principal.tenant !== null) return null
  const entries = await audit
    .list({
      action: 'run.submit',
      since: shift(submitted_at, -SUBMIT_MS),
      until: shift(submitted_at, SUBMIT_MS),
      limit: MOST_ENTRIES,
    })
    .catch(noneWithoutTable)
  const entry = entries?.find((one) => one.run_id === run_id && one.result === 'ok')
  if (entry === undefined) return null
  const { principal: by, role, source_ip = null, config_fingerprint = null } = entry
  return { by, role, source_ip, config_fingerprint }
}

/** Older stores have no table of it. */
function noneWithoutTable(error: unknown): null {
  if (isHistoryError(error) && error.kind === 'missing') return null
  throw error
}
