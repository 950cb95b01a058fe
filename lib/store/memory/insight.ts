import type { InsightStore } from '@/lib/contract/ports/insight'
import { ConnectionRecord } from '@/lib/contract/records/connections'
import { RUN_STATUSES, RunRecord, type RunSearch } from '@/lib/contract/records/runs'
import { type Stored, stored } from '@/lib/contract/stored'
import { type Cursor, parseRunCursor } from '@/lib/derive/cursor'
import { holdsText } from '@/lib/derive/holds-text'
import { clausesOf, runFits } from '@/lib/derive/run-match'
import { isLive } from '@/lib/derive/run-status'
import { sha256Hex } from '@/lib/store/kit/hash'
import { scan } from '@/lib/store/kit/scan'
import { submitMoment } from '@/lib/store/kit/submit-moment'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { createMemoryLogReads } from './insight-logs'
import { createMemoryInsightLookup } from './insight-lookup'
import { createMemoryInsightRunParts } from './insight-run-parts'
import { createMemoryInsightRunTraces } from './insight-run-traces'
import { createMemoryInsightWindows } from './insight-windows'
import { newestFirst, place, runRow } from './runs'
import type { MemoryEnv, TableRow } from './state'

/** Runs of a pulse: those going on and the newest. */
const NEWEST = 50

export function createMemoryInsight(env: MemoryEnv): InsightStore {
  const { state } = env
  const runs = state.table('faucet_serve_runs')
  const links = state.table('faucet_tenant_runs')
  const tenantOf = (row: TableRow) => links.get(row['run_id'] ?? '')?.['tenant'] ?? null
  const inWindow = ({ since, until }: Pick<RunSearch, 'since' | 'until'>, at: string) =>
    (since === undefined || at >= ts9(since)) && (until === undefined || at <= ts9(until))

  const chunkOf = (search: RunSearch) => {
    const rows = [...runs.values()].filter((row) => inWindow(search, row['submitted_at'] ?? '')).sort(newestFirst)
    return async (cursor: Cursor | null, count: number) => {
      const from = cursor?.at ? `${ts9(cursor.at)}\u0000${cursor.id}` : null
      const start = from === null ? 0 : rows.findIndex((row) => place(row) < from)
      return (start === -1 ? [] : rows.slice(start, start + count)).map((row) => ({
        at: row['submitted_at'] ?? '',
        id: row['run_id'] ?? '',
        row: runRow({ ...row, tenant: tenantOf(row), shards: null }),
      }))
    }
  }

  return {
    ...createMemoryInsightRunParts(env),
    ...createMemoryInsightRunTraces(env),
    ...createMemoryInsightLookup(env),
    ...createMemoryInsightWindows(env),

    async runColumns(runIds) {
      return [...new Set(runIds)].flatMap((run_id) => {
        const row = runs.get(run_id)
        if (row === undefined) return []
        const { owner = null, lease_expires_at = null, cancel_requested = null } = row
        return [{ run_id, owner, lease_expires_at, cancel_requested }]
      })
    },

    async submitters(runIds) {
      const trail = [...state.table('faucet_serve_audit').values()]
        .filter((row) => row['action'] === 'run.submit' && row['run_id'])
        .sort((a, b) => ((a['ts'] ?? '') < (b['ts'] ?? '') ? -1 : 1))
      const found = runIds.flatMap((run_id) => {
        const moment = submitMoment(runs.get(run_id)?.['submitted_at'] ?? '')
        const entry = trail.find(
          ({ ts, run_id: of }) =>
            of === run_id && moment !== null && (ts ?? '') >= moment.since && (ts ?? '') <= moment.until,
        )
        return entry?.['principal'] ? [[run_id, entry['principal']] as const] : []
      })
      return Object.fromEntries(found)
    },

    async searchRuns(search, budget, after) {
      const from = after === undefined ? null : parseRunCursor(after)
      const found = await scan({ budget, after: from, chunk: chunkOf(search), fits: runFits(clausesOf(search)) })
      return { ...found, rows: found.rows.map(withoutAside) }
    },

    async foldRuns(search, look, { start, add }) {
      const sum = start()
      const fits = runFits(clausesOf(search))
      const { rows: _, ...far } = await scan({
        budget: { want: 1, ...(typeof look === 'number' ? { look } : look) },
        after: null,
        chunk: chunkOf(search),
        fits(row) {
          const fit = fits(row)
          if (fit) add(sum, row)
          return fit === null ? null : false
        },
      })
      return { ...far, sum }
    },

    async countByStatus(cap, { tenant, ...window } = {}) {
      const own = [...runs.values()].filter((row) => tenant === undefined || tenantOf(row) === tenant)
      const capped = tenant !== undefined && own.length > cap
      const counted = own
        .slice(0, capped ? cap : undefined)
        .filter((row) => inWindow(window, row['submitted_at'] ?? ''))
      return RUN_STATUSES.map((status) => {
        const count = counted.filter((row) => row['status'] === status).length
        return { status, count: Math.min(count, cap), capped: capped || count > cap }
      })
    },

    shardRows: async () => [],

    async idempotency(key) {
      const claim = state.table('faucet_serve_idem').get(key)
      if (claim === undefined) return null
      const { run_id, fingerprint, claimed_at } = claim
      return { key, run_id: run_id ?? '', fingerprint: fingerprint ?? '', claimed_at: claimed_at ?? '' }
    },

    async countDatasets({ kind, q = '' }, cap) {
      const count = [...state.table('faucet_catalog_datasets').values()].filter(
        (row) => (kind === undefined || row['kind'] === kind) && holdsText(row['uri'] ?? '', q),
      ).length
      return { count: Math.min(count, cap), capped: count > cap }
    },

    async schemaChanges(since, until, limit) {
      return [...state.table('faucet_catalog_schema_versions').values()]
        .filter(
          ({ version, recorded_at: at = '' }) => version !== '1' && at !== null && at >= ts9(since) && at < ts9(until),
        )
        .map(({ dataset_id, version, recorded_at }) => ({
          dataset_id: dataset_id ?? '',
          version: Number(version),
          recorded_at: shortest(recorded_at ?? '', since),
        }))
        .sort((a, b) => (ts9(a.recorded_at) < ts9(b.recorded_at) ? 1 : -1))
        .slice(0, limit)
    },

    ...createMemoryLogReads(env),

    templateTests: async () => null,

    async connectionsInNeed(limit, tenant) {
      return [...state.table('faucet_tenant_connections').values()]
        .filter((row) => row['status'] === 'needs_reauth' && (tenant === undefined || row['tenant'] === tenant))
        .sort((a, b) => (`${a['tenant']}\u0000${a['name']}` < `${b['tenant']}\u0000${b['name']}` ? -1 : 1))
        .slice(0, limit)
        .map(({ body, ...columns }) => stored(ConnectionRecord, columns, body ?? ''))
    },

    async pulse(topic) {
      const [name = '', id = ''] = topic.split(/:(.*)/s)
      if (name === 'runs' && id === '') {
        const rows = [...runs.values()].sort(newestFirst)
        return text(rows.filter((row, at) => at < NEWEST || isLive(row['status'] ?? '')).map(withoutLease))
      }
      if (name === 'run') return text([withoutLease(runs.get(id) ?? {})])
      if (name === 'changes' && id === '') return text([...state.table('faucet_serve_changes').values()])
      if (name !== 'logs') return ''
      const lines = [...state.table('faucet_serve_run_logs').values()].filter((row) => row['run_id'] === id)
      return text([{ lines: String(lines.length) }, lines.at(-1) ?? {}])
    },
  }
}

/** What only the search asked for is no column of the run. */
function withoutAside({ columns: { tenant: _, shards: __, ...columns }, text }: Stored<RunRecord>): Stored<RunRecord> {
  return stored(RunRecord, columns, text)
}

const text = (rows: readonly TableRow[]): string => sha256Hex(JSON.stringify(rows))
/** A lease is renewed every few seconds: that is not news. */
const withoutLease = ({ lease_expires_at, ...row }: TableRow): TableRow => row
