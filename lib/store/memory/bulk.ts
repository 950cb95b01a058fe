import { shift } from '@/lib/contract/clock'
import type { BulkStore } from '@/lib/contract/ports/bulk'
import type { BulkCount } from '@/lib/contract/records/bulk'
import { BULK_KEPT_MS, bulkSeq, readBulk, readBulkRun } from '@/lib/store/kit/bulk-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { keyOf, type MemoryEnv, type TableRow } from './state'

export function createMemoryBulk({ state, clock }: MemoryEnv): BulkStore {
  const bulks = state.table('faucet_console_bulk')
  const runs = state.table('faucet_console_bulk_runs')
  const runsOf = (id: string) =>
    [...runs.values()]
      .filter((row) => row['bulk_id'] === id)
      .sort((a, b) => ((a['seq'] ?? '') < (b['seq'] ?? '') ? -1 : 1))
  const acting = (id: string): TableRow | undefined => {
    const row = bulks.get(id)
    return row?.['state'] === 'acting' ? row : undefined
  }

  return {
    async create({ id, kind, principal, tenant, created_at, asked }, added) {
      const before = ts9(shift(clock.now(), -BULK_KEPT_MS))
      for (const [old, row] of bulks) if ((row['created_at'] ?? '') < before) bulks.delete(old)
      for (const [key, row] of runs) if (!bulks.has(row['bulk_id'] ?? '')) runs.delete(key)
      bulks.set(id, {
        ...{ id, kind, state: 'acting', principal, tenant, created_at: ts9(created_at), ended_at: null },
        ...{ worker: null, lease_expires_at: null, body: JSON.stringify(asked) },
      })
      for (const [index, { run_id, name, status }] of added.entries()) {
        const seq = bulkSeq(index)
        runs.set(keyOf(id, seq), {
          ...{ bulk_id: id, seq, run_id, name, status, outcome: 'todo', note: null, settled_at: null },
        })
      }
    },

    async get(id) {
      const row = bulks.get(id)
      return row === undefined ? null : readBulk(row, clock.now())
    },

    async list(limit, tenant) {
      return [...bulks.values()]
        .filter((row) => tenant === undefined || row['tenant'] === tenant)
        .sort((a, b) => (order(a) < order(b) ? 1 : -1))
        .slice(0, Math.max(1, limit))
        .flatMap((row) => readBulk(row, clock.now()) ?? [])
    },

    async counts(id) {
      const counts = new Map<string, BulkCount>()
      for (const { outcome, note } of runsOf(id).map(readBulkRun)) {
        const key = keyOf(outcome, note ?? '')
        const known = counts.get(key)
        if (known === undefined) counts.set(key, { outcome, note, count: 1 })
        else known.count++
      }
      return [...counts.values()]
    },

    async runs(id, limit, { outcome, after = '' } = {}) {
      return runsOf(id)
        .filter((row) => (row['seq'] ?? '') > after && (outcome === undefined || row['outcome'] === outcome))
        .slice(0, Math.max(1, limit))
        .map(readBulkRun)
    },

    async claim(id, worker, leaseMs) {
      const row = acting(id)
      if (row === undefined) return false
      const isFree =
        row['worker'] === null || row['worker'] === worker || (row['lease_expires_at'] ?? '') < ts9(clock.now())
      if (isFree) Object.assign(row, { worker, lease_expires_at: ts9(shift(clock.now(), leaseMs)) })
      return isFree
    },

    async release(id, worker) {
      const row = bulks.get(id)
      if (row?.['worker'] === worker) Object.assign(row, { worker: null, lease_expires_at: null })
    },

    async begin(id, limit) {
      const own = runsOf(id)
      const of = (outcome: string) => own.filter((row) => row['outcome'] === outcome)
      const next = [...of('begun'), ...of('todo')].slice(0, Math.max(1, limit))
      const given = next.map(readBulkRun)
      for (const row of next) row['outcome'] = 'begun'
      return given
    },

    async settle(id, seq, outcome, note, at) {
      const row = runs.get(keyOf(id, seq))
      if (row?.['outcome'] === 'begun') Object.assign(row, { outcome, note, settled_at: ts9(at) })
    },

    async end(id, to, at) {
      const row = acting(id)
      if (row === undefined) return false
      Object.assign(row, { state: to, ended_at: ts9(at), worker: null, lease_expires_at: null })
      return true
    },
  }
}

const order = (row: TableRow): string => keyOf(row['created_at'] ?? '', row['id'] ?? '')
