import { DEFAULT_POOL } from '@/lib/contract/records/leases'
import type { RunRecord } from '@/lib/contract/records/runs'
import { RERUN_OF } from './rerun-label'
import { labelsOf } from './run-facts'
import { SubmitRunBody, type SubmitRunRequest } from './run-requests'

export type Rerun =
  | { ok: true; request: SubmitRunRequest; tenant: string | null; pool: string | null }
  | { ok: false; reason: string }

/**
 * What has to be submitted so that the same runs once more: the config that was kept, everything that was asked for beside
 * it, and the caller's own labels. Never its idempotency key, under which the first run would be all there is; what servers
 * write into labels they write anew.
 */
export function rerunOf(run: RunRecord, config: string, idempotency_key: string): Rerun {
  if (/\$\{sealed:/.test(config)) {
    return {
      ok: false,
      reason: 'its config holds sealed parameters, which only that run could open: run its template again',
    }
  }
  if ('depends_on' in run && run.depends_on !== null && Object.keys(run.depends_on as object).length > 0) {
    return { ok: false, reason: 'it was asked to end its rows in an order of its own, which is not kept in its config' }
  }
  const own = labelsOf(run.labels).flatMap(({ key, value, isStamped }) => (isStamped ? [] : [[key, value] as const]))
  const { name, config_format, timeout_secs, clock, concurrency, callback, selection } = run
  const read = SubmitRunBody.safeParse({
    ...{ config, config_format: config_format ?? 'yaml', idempotency_key },
    labels: { ...Object.fromEntries(own), [RERUN_OF]: run.run_id },
    ...(name !== null && { name }),
    ...(timeout_secs !== undefined && { timeout_secs }),
    ...(clock !== undefined && { clock }),
    ...(concurrency !== undefined && { concurrency }),
    ...(callback !== undefined && { callback }),
    ...(selection !== undefined && { selection }),
  })
  if (!read.success)
    return { ok: false, reason: 'what it was asked for is nothing that this console could ask for again' }
  const pool = run.pool === undefined || run.pool === DEFAULT_POOL ? null : run.pool
  return { ok: true, request: read.data, tenant: run.tenant ?? null, pool }
}
