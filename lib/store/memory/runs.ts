import { bodyText } from '@/lib/contract/body'
import { shift } from '@/lib/contract/clock'
import type { RunsStore } from '@/lib/contract/ports/runs'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { type RunFilter, RunRecord } from '@/lib/contract/records/runs'
import { type Stored, stored } from '@/lib/contract/stored'
import { parseRunCursor } from '@/lib/derive/cursor'
import { isPast } from '@/lib/derive/instants'
import { isDeletable, isTerminal } from '@/lib/derive/run-status'
import { ts9, ts9OrNull } from '@/lib/store/kit/ts9'
import type { MemoryEnv, TableRow } from './state'

export const runRow = ({ body, ...columns }: TableRow): Stored<RunRecord> => stored(RunRecord, columns, body ?? '')

export function createMemoryRuns({
  state,
  clock,
  instanceId,
  leaseTtlMs,
  idempotencyRetentionMs,
}: MemoryEnv): RunsStore {
  const runs = state.table('faucet_serve_runs')
  const claims = state.table('faucet_serve_idem')
  const links = state.table('faucet_tenant_runs')

  return {
    async claimIdempotency(key, fingerprint, runId, windowMs) {
      const now = clock.now()
      const held = claims.get(key)
      const at = held?.['claimed_at'] ?? ''
      if (held === undefined || (isTimestamp(at) && isPast(at, now, windowMs))) {
        claims.set(key, { key, run_id: runId, fingerprint, claimed_at: ts9(now) })
        return { kind: 'fresh' }
      }
      return held['fingerprint'] === fingerprint
        ? { kind: 'replay', run_id: held['run_id'] ?? '' }
        : { kind: 'conflict' }
    },

    async releaseIdempotency(runId) {
      for (const [key, claim] of claims) if (claim['run_id'] === runId) claims.delete(key)
    },

    async upsert(run) {
      const body = bodyText(RunRecord, run)
      const before = runs.get(run.run_id)
      runs.set(run.run_id, {
        run_id: run.run_id,
        name: run.name,
        status: run.status,
        submitted_at: ts9(run.submitted_at),
        finished_at: ts9OrNull(run.finished_at),
        idempotency_key: run.idempotency_key,
        owner: instanceId,
        lease_expires_at: ts9(shift(clock.now(), leaseTtlMs)),
        cancel_requested: before?.['cancel_requested'] ?? null,
        body,
      })
    },

    async get(runId) {
      const row = runs.get(runId)
      return row === undefined ? null : runRow(row)
    },

    async list(filter) {
      const limit = Math.max(1, filter.limit)
      const found = [...runs.values()]
        .filter((row) => selects(filter, row, links.get(row['run_id'] ?? '')?.['tenant'] ?? null))
        .sort(newestFirst)
      const from = filter.cursor === undefined ? 0 : startAfter(found, runs, filter.cursor)
      const rows = found.slice(from, from + limit)
      const last = rows.at(-1)?.['run_id']
      return { rows: rows.map(runRow), ...(found.length > from + limit && last && { next_cursor: last }) }
    },

    async remove(runId) {
      const row = runs.get(runId)
      if (row === undefined) return 'not_found'
      if (!isDeletable(row['status'] ?? '')) return 'still_running'
      runs.delete(runId)
      links.delete(runId)
      for (const [key, claim] of claims) if (claim['run_id'] === runId) claims.delete(key)
      return 'deleted'
    },

    async purgeExpired(retainMs) {
      const now = clock.now()
      const before = ts9(shift(now, -retainMs))
      let removed = 0
      for (const [id, row] of runs) {
        const finished = row['finished_at']
        if (!isTerminal(row['status'] ?? '') || !finished || finished >= before) continue
        runs.delete(id)
        removed++
      }
      const claimsBefore = ts9(shift(now, -idempotencyRetentionMs))
      for (const [key, claim] of claims) if ((claim['claimed_at'] ?? '') < claimsBefore) claims.delete(key)
      for (const id of links.keys()) if (!runs.has(id)) links.delete(id)
      const audit = state.table('faucet_serve_audit')
      const auditTenants = state.table('faucet_serve_audit_tenants')
      for (const [id, entry] of audit) if ((entry['ts'] ?? '') < before) audit.delete(id)
      for (const id of auditTenants.keys()) if (!audit.has(id)) auditTenants.delete(id)
      return removed
    },
  }
}

function selects(filter: RunFilter, row: TableRow, tenant: string | null): boolean {
  const at = row['submitted_at'] ?? ''
  return (
    (filter.status.length === 0 || filter.status.includes(row['status'] ?? '')) &&
    (filter.name === undefined || row['name'] === filter.name) &&
    (filter.since === undefined || at >= ts9(filter.since)) &&
    (filter.until === undefined || at <= ts9(filter.until)) &&
    (filter.tenant === undefined || tenant === filter.tenant)
  )
}

export function newestFirst(a: TableRow, b: TableRow): number {
  const [left, right] = [place(a), place(b)]
  return left < right ? 1 : left > right ? -1 : 0
}

/** Text that orders as (submitted_at, run_id). */
export const place = (row: TableRow) => `${row['submitted_at']}\u0000${row['run_id']}`

/** How many rows the cursor has consumed. A bare id that names no run starts at the top, as engines do. */
function startAfter(rows: readonly TableRow[], runs: ReadonlyMap<string, TableRow>, text: string): number {
  const cursor = parseRunCursor(text)
  const named = runs.get(cursor.id)
  if (cursor.at === null && named === undefined) return 0
  const from = cursor.at === null ? place(named ?? {}) : `${ts9(cursor.at)}\u0000${cursor.id}`
  const at = rows.findIndex((row) => place(row) < from)
  return at === -1 ? rows.length : at
}
