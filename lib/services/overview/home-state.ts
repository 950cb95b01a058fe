import { z } from 'zod'
import { can } from '@/lib/auth/roles'
import { shift } from '@/lib/contract/clock'
import type { Deps } from '@/lib/contract/deps'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { Stored } from '@/lib/contract/stored'
import { isDue } from '@/lib/derive/change-flow'
import type { Log } from '../kit/ctx'
import { keptAnswer } from '../kit/kept'
import { defineQuery } from '../kit/use-case'
import { attention, orNothing } from './internal'

const AGE_MS = 10_000
const SHOWN = 6
const STALE_MS = 86_400_000
const MOST_DATASETS = 50_000
const STALEST = 5
const SCHEMA_MS = 7 * 86_400_000
const SCHEMA_CHANGES = 200
const ENTRIES = 400
/** Reads, sign-ins and submissions are filed too: what changed something else is activity. */
const QUIET =
  /^(?:auth\.|console\.|run\.(?:submit|list|get|logs|config)$|template\.run$|[a-z_]+\.(?:list|get|read|status|plan|preview|counts)$)/

/**
 * What waits for a person, how fresh the data is, and how the installation is. Sections that this store does not have, or
 * that are nothing for this viewer, are null; one that cannot be read says so, and the others stay.
 */
export const homeState = defineQuery({
  label: 'overview',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['insight', 'changes', 'templates', 'tenants', 'audit', 'store', 'health', 'engine'],
  run(deps, { tenant }, { now, principal, log }) {
    const at = now()
    const isConfined = principal.tenant !== null
    const seesAudit = !isConfined && can(principal.role, 'audit_read')
    const section = sections(log)
    const question = ['state', tenant, isConfined, seesAudit]
    return keptAnswer(deps.insight, question, { nowMs: Date.parse(at), maxAgeMs: AGE_MS }, async () => ({
      at,
      waiting: await section(attention(deps, tenant, at)),
      changes: await section(orNothing(newestChanges(deps.changes, tenant, at))),
      tenants: isConfined ? null : await section(orNothing(suspended(deps.tenants))),
      freshness: isConfined ? null : await section(freshness(deps.insight, at)),
      activity: seesAudit ? await section(orNothing(activity(deps.audit))) : null,
      templates: isConfined ? null : await section(orNothing(deps.insight.templateCounts())),
      store: isConfined ? null : await section(storeNow(deps)),
      engine: isConfined ? null : deps.engine.absent(),
    }))
  },
})

type Section<T> = { ok: true; value: T } | { ok: false }

/** One section that fails never takes the others along. */
const sections =
  (log: Log) =>
  async <T>(read: Promise<T>): Promise<Section<T>> => {
    try {
      return { ok: true, value: await read }
    } catch (error) {
      log.warn('a part of the overview could not be read', { error: String(error) })
      return { ok: false }
    }
  }

async function newestChanges(changes: Deps['changes'], tenant: string | undefined, now: Timestamp) {
  const rows = await changes.list({ limit: SHOWN, ...(tenant !== undefined && { tenant }) })
  return rows.flatMap((row) => changeItem(row, now) ?? [])
}

function changeItem(row: Stored<ChangeRequest>, now: Timestamp) {
  const read = row.read()
  if (!read.ok) return null
  const {
    id,
    kind,
    status,
    requester,
    created_at,
    expires_at,
    required_approvals,
    approvals = [],
    reason,
  } = read.record
  return {
    id,
    kind,
    // Nothing expires by itself: an engine writes it when somebody looks.
    status: isDue(read.record, now) ? 'expired' : status,
    requester,
    created_at,
    expires_at,
    approvals: approvals.length,
    required_approvals,
    reason: reason ?? null,
  }
}

async function suspended(tenants: Deps['tenants']) {
  const names = (await tenants.list()).flatMap((row) => {
    const read = row.read()
    return read.ok && read.record.suspended ? [{ id: read.record.id, at: read.record.updated_at }] : []
  })
  return { count: names.length, items: names.slice(0, SHOWN) }
}

async function freshness(insight: Deps['insight'], now: Timestamp) {
  const before = shift(now, -STALE_MS)
  const found = await insight.catalogFreshness(before, STALEST, MOST_DATASETS)
  if (found === null) return null
  const changes = await insight.schemaChanges(shift(now, -SCHEMA_MS), now, SCHEMA_CHANGES)
  const changed = new Map<string, { id: string; version: number; at: string }>()
  for (const { dataset_id, version, recorded_at } of changes) {
    if (!changed.has(dataset_id)) changed.set(dataset_id, { id: dataset_id, version, at: recorded_at })
  }
  return {
    datasets: found.datasets,
    is_capped: found.capped,
    stale: found.stale,
    stalest: found.oldest.map((row) => {
      const read = row.read()
      return {
        id: row.columns['id'] ?? '',
        uri: row.columns['uri'] ?? '',
        pipeline: read.ok ? read.record.pipeline : null,
        at: read.ok ? read.record.last_success : (row.columns['last_seen'] ?? ''),
      }
    }),
    changed: changed.size,
    is_changed_cut: changes.length === SCHEMA_CHANGES,
    changes: [...changed.values()].slice(0, STALEST),
  }
}

async function activity(audit: Deps['audit']) {
  const entries = await audit.list({ limit: ENTRIES })
  return entries
    .filter(({ action, result }) => result !== 'denied' && !QUIET.test(action))
    .slice(0, SHOWN)
    .map(({ id, timestamp, principal, action, run_id, target }) => ({
      id,
      at: timestamp,
      principal,
      action,
      run_id: run_id ?? null,
      target: target ?? null,
    }))
}

async function storeNow({ store, health }: Pick<Deps, 'store' | 'health'>) {
  const { kind, degradedSince, readOnly } = await store.capabilities()
  return { kind, degraded_since: health.degraded() ? degradedSince : null, read_only: readOnly }
}
