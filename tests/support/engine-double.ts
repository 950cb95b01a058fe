import Database from 'better-sqlite3'
import pg from 'pg'
import { type Clock, msOf, shift } from '@/lib/contract/clock'
import type { JsonObject } from '@/lib/contract/json'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { decodeAsEngine, encodeAsEngine } from './engine-records'
import type { Place } from './places'

/**
 * An engine of 1.13 on a store that we have open too: its statements as storage.md 4 words them, through drivers of its
 * own. It decodes as strictly as the engine, one bad row fails the call, and it drops members it does not know. With
 * `later` it behaves as 1.17 where that differs: it knows pools, label rows and cancelled shards.
 */
export interface EngineDouble {
  upsert(run: JsonObject): Promise<void>
  get(runId: string): Promise<JsonObject | null>
  list(): Promise<JsonObject[]>
  remove(runId: string): Promise<'deleted' | 'not_found' | 'still_running'>
  linkRun(runId: string, tenant: string): Promise<void>
  claimIdempotency(key: string, fingerprint: string, runId: string, windowMs: number): Promise<string>
  renew(): Promise<number>
  recoverOrphans(): Promise<number>
  claimPending(limit: number): Promise<JsonObject[]>
  reclaimOrphans(maxAttempts: number): Promise<{ requeued: number; failed: number }>
  finalizeOwned(run: JsonObject): Promise<boolean>
  cancelPending(runId: string): Promise<boolean>
  requestCancel(runId: string): Promise<void>
  pendingCancellations(): Promise<string[]>
  heartbeat(): Promise<void>
  liveInstances(ttlMs: number): Promise<string[]>
  insertShards(runId: string, shardIds: readonly string[]): Promise<number>
  claimShards(limit: number): Promise<string[]>
  reclaimShards(maxAttempts: number): Promise<{ requeued: number; failed: number }>
  finalizeShard(runId: string, shardId: string, success: boolean): Promise<boolean>
  finalizeCompletedParents(): Promise<number>
  putChange(change: JsonObject): Promise<void>
  /** The expiry sweep: every pending request that is due becomes expired, by a plain upsert. */
  expireChanges(): Promise<number>
  listChanges(): Promise<JsonObject[]>
  listTenants(): Promise<JsonObject[]>
  audit(id: string, action: string): Promise<void>
  log(runId: string, seq: number, line: string): Promise<void>
  close(): Promise<void>
}

type Value = string | number | null
type Row = Record<string, string | null>
interface Driver {
  /** Rows of a query, `?` for each value. */
  all(sql: string, ...values: Value[]): Promise<Row[]>
  /** Rows that a statement changed. */
  run(sql: string, ...values: Value[]): Promise<number>
  close(): Promise<void>
}

async function openDriver(place: Place): Promise<Driver> {
  if (place.url.kind === 'sqlite') {
    const db = new Database(place.url.file, { timeout: 5_000 })
    return {
      all: async (sql, ...values) => db.prepare<Value[], Row>(sql).all(...values),
      run: async (sql, ...values) => db.prepare<Value[]>(sql).run(...values).changes,
      close: async () => void db.close(),
    }
  }
  const client = new pg.Client({
    connectionString: place.url.url,
    options: `-c search_path=${place.more.searchPath ?? 'public'}`,
  })
  await client.connect()
  const numbered = (sql: string) => {
    let n = 0
    return sql.replace(/\?/g, () => `$${++n}`)
  }
  return {
    all: async (sql, ...values) => (await client.query<Row>(numbered(sql), values)).rows,
    run: async (sql, ...values) => (await client.query(numbered(sql), values)).rowCount ?? 0,
    close: () => client.end(),
  }
}

const RUNS = 'faucet_serve_runs'
const textOf = (record: JsonObject, name: string): string => String(record[name])
const textOrNull = (record: JsonObject, name: string): string | null =>
  record[name] === null || record[name] === undefined ? null : String(record[name])
/** A column's spelling of an instant: nine digits, always. */
const wide = (at: string): string => {
  const [second, fraction = ''] = at.slice(0, -1).split('.')
  return `${second}.${fraction.padEnd(9, '0')}Z`
}
const wideOrNull = (at: string | null): string | null => (at === null ? null : wide(at))

export interface EngineOptions {
  clock: Clock
  instanceId: string
  leaseTtlMs: number
  later: boolean
}

export async function anEngine(place: Place, options: EngineOptions): Promise<EngineDouble> {
  const { clock, instanceId: self, leaseTtlMs, later } = options
  const db = await openDriver(place)
  const now = (): Timestamp => clock.now()
  const lease = () => wide(shift(now(), leaseTtlMs))
  const decodeRun = (body: string | null | undefined) => decodeAsEngine(RUNS, body ?? '', later)
  const EXPIRED = '(lease_expires_at IS NULL OR lease_expires_at < ?)'
  const SERVED = later ? "AND COALESCE(pool, 'default') = 'default'" : ''

  const engine: EngineDouble = {
    async upsert(run) {
      const extra = later ? ', pool, submitted_by' : ''
      const values = later ? [textOrNull(run, 'pool') ?? 'default', textOrNull(run, 'submitted_by')] : []
      await db.run(
        `INSERT INTO faucet_serve_runs (run_id, name, status, submitted_at, finished_at, idempotency_key, owner,
           lease_expires_at, body${extra}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?${later ? ', ?, ?' : ''})
         ON CONFLICT (run_id) DO UPDATE SET name = excluded.name, status = excluded.status,
           submitted_at = excluded.submitted_at, finished_at = excluded.finished_at,
           idempotency_key = excluded.idempotency_key, owner = excluded.owner,
           lease_expires_at = excluded.lease_expires_at, body = excluded.body
           ${later ? ', pool = excluded.pool, submitted_by = COALESCE(excluded.submitted_by, faucet_serve_runs.submitted_by)' : ''}`,
        textOf(run, 'run_id'),
        textOrNull(run, 'name'),
        textOf(run, 'status'),
        wide(textOf(run, 'submitted_at')),
        wideOrNull(textOrNull(run, 'finished_at')),
        textOrNull(run, 'idempotency_key'),
        self,
        lease(),
        encodeAsEngine(run),
        ...values,
      )
    },

    async get(runId) {
      const [row] = await db.all('SELECT body FROM faucet_serve_runs WHERE run_id = ?', runId)
      return row === undefined ? null : decodeRun(row['body'])
    },

    async list() {
      const rows = await db.all('SELECT body FROM faucet_serve_runs ORDER BY submitted_at DESC, run_id DESC')
      return rows.map((row) => decodeRun(row['body']))
    },

    async remove(runId) {
      const [row] = await db.all('SELECT status FROM faucet_serve_runs WHERE run_id = ?', runId)
      if (row === undefined) return 'not_found'
      if (['queued', 'pending', 'running', 'sharded'].includes(row['status'] ?? '')) return 'still_running'
      for (const table of [RUNS, 'faucet_tenant_runs', 'faucet_serve_idem', 'faucet_serve_shards'])
        await db.run(`DELETE FROM ${table} WHERE run_id = ?`, runId)
      return 'deleted'
    },

    async linkRun(runId, tenant) {
      await db.run(
        `INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES (?, ?)
         ON CONFLICT (run_id) DO UPDATE SET tenant = excluded.tenant`,
        runId,
        tenant,
      )
    },

    async claimIdempotency(key, fingerprint, runId, windowMs) {
      const at = now()
      for (let round = 0; round < 8; round++) {
        const fresh = await db.run(
          `INSERT INTO faucet_serve_idem (key, run_id, fingerprint, claimed_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (key) DO NOTHING`,
          key,
          runId,
          fingerprint,
          wide(at),
        )
        if (fresh === 1) return 'fresh'
        const [held] = await db.all('SELECT run_id, fingerprint, claimed_at FROM faucet_serve_idem WHERE key = ?', key)
        if (held === undefined) continue
        if (msOf(at) - Date.parse(held['claimed_at'] ?? '') >= windowMs) {
          const taken = await db.run(
            `UPDATE faucet_serve_idem SET run_id = ?, fingerprint = ?, claimed_at = ? WHERE key = ? AND claimed_at = ?`,
            runId,
            fingerprint,
            wide(at),
            key,
            held['claimed_at'] ?? '',
          )
          if (taken === 1) return 'fresh'
          continue
        }
        return held['fingerprint'] === fingerprint ? `replay ${held['run_id']}` : 'conflict'
      }
      return 'conflict'
    },

    renew: () =>
      db.run(
        `UPDATE faucet_serve_runs SET lease_expires_at = ? WHERE owner = ? AND status IN ('queued', 'running')`,
        lease(),
        self,
      ),

    async recoverOrphans() {
      const at = now()
      const rows = await db.all(
        `SELECT body FROM faucet_serve_runs WHERE status IN ('queued', 'running') AND ${EXPIRED}`,
        wide(at),
      )
      for (const row of rows) {
        const error = "owning serve instance's lease expired before the run finished"
        await engine.upsert({ ...decodeRun(row['body']), status: 'failed', finished_at: at, error })
      }
      return rows.length
    },

    async claimPending(limit) {
      if (limit === 0) return []
      const rows = await db.all(
        `SELECT run_id, body FROM faucet_serve_runs WHERE status = 'pending' ${SERVED} ORDER BY submitted_at LIMIT ?`,
        limit,
      )
      const won: JsonObject[] = []
      for (const row of rows) {
        const run = { ...decodeRun(row['body']), status: 'running' }
        const changed = await db.run(
          `UPDATE faucet_serve_runs SET owner = ?, status = 'running', lease_expires_at = ?, body = ?
           WHERE run_id = ? AND status = 'pending'`,
          self,
          lease(),
          encodeAsEngine(run),
          row['run_id'] ?? '',
        )
        if (changed === 1) won.push(run)
      }
      return won
    },

    async reclaimOrphans(maxAttempts) {
      const at = now()
      const report = { requeued: 0, failed: 0 }
      const lost = `status = 'running' AND ${EXPIRED}`
      for (const row of await db.all(`SELECT body FROM faucet_serve_runs WHERE ${lost}`, wide(at))) {
        const run = decodeRun(row['body'])
        const attempt = Number(run['attempt']) + 1
        if (Number(run['attempt']) < maxAttempts) {
          report.requeued += await db.run(
            `UPDATE faucet_serve_runs SET status = 'pending', owner = NULL, lease_expires_at = NULL, body = ?
             WHERE run_id = ? AND ${lost}`,
            encodeAsEngine({ ...run, status: 'pending', attempt }),
            textOf(run, 'run_id'),
            wide(at),
          )
        } else {
          const error = `run reclaimed ${attempt} times after its owning instance's lease expired; giving up (poison run)`
          report.failed += await db.run(
            `UPDATE faucet_serve_runs SET status = 'failed', finished_at = ?, body = ?, owner = NULL
             WHERE run_id = ? AND ${lost}`,
            wide(at),
            encodeAsEngine({ ...run, status: 'failed', attempt, finished_at: at, error }),
            textOf(run, 'run_id'),
            wide(at),
          )
        }
      }
      return report
    },

    async finalizeOwned(run) {
      const finished_at = textOrNull(run, 'finished_at') ?? now()
      const changed = await db.run(
        `UPDATE faucet_serve_runs SET status = ?, finished_at = ?, lease_expires_at = ?, body = ?
         WHERE run_id = ? AND owner = ? AND status NOT IN ('completed', 'failed', 'cancelled')`,
        textOf(run, 'status'),
        wide(finished_at),
        lease(),
        encodeAsEngine({ ...run, finished_at }),
        textOf(run, 'run_id'),
        self,
      )
      return changed === 1
    },

    async cancelPending(runId) {
      const run = await engine.get(runId)
      if (run === null || run['status'] !== 'pending') return false
      const at = now()
      const changed = await db.run(
        `UPDATE faucet_serve_runs SET status = 'cancelled', finished_at = ?, body = ? WHERE run_id = ? AND status = 'pending'`,
        wide(at),
        encodeAsEngine({ ...run, status: 'cancelled', finished_at: at }),
        runId,
      )
      return changed === 1
    },

    async requestCancel(runId) {
      const at = wide(now())
      await db.run(
        `UPDATE faucet_serve_runs SET cancel_requested = ? WHERE run_id = ? AND status IN ('running', 'sharded')`,
        at,
        runId,
      )
      if (!later) return
      await db.run(
        `UPDATE faucet_serve_shards SET status = 'cancelled', finished_at = ? WHERE run_id = ? AND status = 'pending'`,
        at,
        runId,
      )
    },

    async pendingCancellations() {
      const rows = await db.all(
        `SELECT run_id FROM faucet_serve_runs WHERE status = 'running' AND owner = ? AND cancel_requested IS NOT NULL`,
        self,
      )
      return rows.map((row) => row['run_id'] ?? '')
    },

    async heartbeat() {
      const at = wide(now())
      await db.run(
        `INSERT INTO faucet_serve_instances (instance_id, started_at, last_heartbeat, listen, max_concurrent, in_flight)
         VALUES (?, ?, ?, '127.0.0.1:8080', '4', '0') ON CONFLICT (instance_id) DO UPDATE SET
           last_heartbeat = excluded.last_heartbeat, listen = excluded.listen,
           max_concurrent = excluded.max_concurrent, in_flight = excluded.in_flight`,
        self,
        at,
        at,
      )
      await db.run(
        `INSERT INTO faucet_serve_instance_caps (instance_id, state_format) VALUES (?, '1')
         ON CONFLICT (instance_id) DO UPDATE SET state_format = excluded.state_format`,
        self,
      )
    },

    async liveInstances(ttlMs) {
      const since = wide(shift(now(), -ttlMs))
      const rows = await db.all(
        `SELECT i.instance_id, c.state_format FROM faucet_serve_instances i
         LEFT JOIN faucet_serve_instance_caps c ON c.instance_id = i.instance_id WHERE i.last_heartbeat >= ?`,
        since,
      )
      return rows.map((row) => row['instance_id'] ?? '')
    },

    async insertShards(runId, shardIds) {
      let added = 0
      for (const shardId of shardIds) {
        added += await db.run(
          `INSERT INTO faucet_serve_shards (run_id, shard_id, descriptor, size_estimate, status, attempt)
           VALUES (?, ?, '{"lo":1}', NULL, 'pending', '0') ON CONFLICT (run_id, shard_id) DO NOTHING`,
          runId,
          shardId,
        )
      }
      return added
    },

    async claimShards(limit) {
      const rows = await db.all(
        `SELECT s.run_id, s.shard_id, s.descriptor, r.body FROM faucet_serve_shards s
         JOIN faucet_serve_runs r ON r.run_id = s.run_id
         WHERE s.status = 'pending' ${later ? 'AND r.cancel_requested IS NULL' : ''}
         ORDER BY CAST(COALESCE(s.size_estimate, '0') AS BIGINT) DESC, s.run_id, s.shard_id LIMIT ?`,
        limit,
      )
      const won: string[] = []
      for (const row of rows) {
        const changed = await db.run(
          `UPDATE faucet_serve_shards SET owner = ?, status = 'running', lease_expires_at = ?
           WHERE run_id = ? AND shard_id = ? AND status = 'pending'`,
          self,
          lease(),
          row['run_id'] ?? '',
          row['shard_id'] ?? '',
        )
        JSON.parse(row['descriptor'] ?? '')
        decodeRun(row['body'])
        if (changed === 1) won.push(`${row['run_id']}/${row['shard_id']}`)
      }
      return won
    },

    async reclaimShards(maxAttempts) {
      const at = wide(now())
      const lost = `status = 'running' AND ${EXPIRED}`
      const report = { requeued: 0, failed: 0 }
      for (const row of await db.all(`SELECT run_id, shard_id, attempt FROM faucet_serve_shards WHERE ${lost}`, at)) {
        const key = [row['run_id'] ?? '', row['shard_id'] ?? '', at] as const
        const attempt = Number(row['attempt'])
        if (attempt < maxAttempts) {
          report.requeued += await db.run(
            `UPDATE faucet_serve_shards SET status = 'pending', owner = NULL, lease_expires_at = NULL, attempt = ?
             WHERE run_id = ? AND shard_id = ? AND ${lost}`,
            String(attempt + 1),
            ...key,
          )
        } else {
          report.failed += await db.run(
            `UPDATE faucet_serve_shards SET status = 'failed', finished_at = ?, owner = NULL
             WHERE run_id = ? AND shard_id = ? AND ${lost}`,
            at,
            ...key,
          )
        }
      }
      return report
    },

    async finalizeShard(runId, shardId, success) {
      const changed = await db.run(
        `UPDATE faucet_serve_shards SET status = ?, finished_at = ?
         WHERE run_id = ? AND shard_id = ? AND owner = ? AND status = 'running'`,
        success ? 'completed' : 'failed',
        wide(now()),
        runId,
        shardId,
        self,
      )
      return changed === 1
    },

    async finalizeCompletedParents() {
      let ended = 0
      for (const row of await db.all(`SELECT run_id, body FROM faucet_serve_runs WHERE status = 'sharded'`)) {
        const shards = await db.all('SELECT status FROM faucet_serve_shards WHERE run_id = ?', row['run_id'] ?? '')
        const done = later ? ['completed', 'failed', 'cancelled'] : ['completed', 'failed']
        if (shards.length === 0 || !shards.every((shard) => done.includes(shard['status'] ?? ''))) continue
        const run = decodeRun(row['body'])
        if (run['status'] !== 'sharded') continue
        const failed = shards.filter((shard) => shard['status'] === 'failed').length
        const cancelled = shards.some((shard) => shard['status'] === 'cancelled')
        const status = cancelled ? 'cancelled' : failed > 0 ? 'failed' : 'completed'
        const error = status === 'failed' ? `${failed}/${shards.length} shard(s) failed` : null
        const at = now()
        ended += await db.run(
          `UPDATE faucet_serve_runs SET status = ?, finished_at = ?, body = ? WHERE run_id = ? AND status = 'sharded'`,
          status,
          wide(at),
          encodeAsEngine({ ...run, status, finished_at: at, error }),
          row['run_id'] ?? '',
        )
      }
      return ended
    },

    async putChange(change) {
      await db.run(
        `INSERT INTO faucet_serve_changes (id, kind, status, requester, created_at, expires_at, body)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, status = excluded.status,
           requester = excluded.requester, created_at = excluded.created_at, expires_at = excluded.expires_at,
           body = excluded.body`,
        textOf(change, 'id'),
        textOf(change, 'kind'),
        textOf(change, 'status'),
        textOf(change, 'requester'),
        wide(textOf(change, 'created_at')),
        wide(textOf(change, 'expires_at')),
        encodeAsEngine(change),
      )
    },

    async expireChanges() {
      const at = now()
      const due = (await engine.listChanges()).filter(
        (change) => change['status'] === 'pending' && wide(textOf(change, 'expires_at')) <= wide(at),
      )
      for (const change of due) await engine.putChange({ ...change, status: 'expired', updated_at: at })
      return due.length
    },

    async listChanges() {
      const rows = await db.all('SELECT body FROM faucet_serve_changes ORDER BY created_at DESC, id LIMIT 200')
      return rows.map((row) => decodeAsEngine('faucet_serve_changes', row['body'] ?? ''))
    },

    async listTenants() {
      const rows = await db.all('SELECT body FROM faucet_tenants ORDER BY id')
      return rows.map((row) => decodeAsEngine('faucet_tenants', row['body'] ?? ''))
    },

    async audit(id, action) {
      await db.run(
        `INSERT INTO faucet_serve_audit (id, ts, principal, role, action, result) VALUES (?, ?, 'engine', 'admin', ?, 'ok')`,
        id,
        wide(now()),
        action,
      )
    },

    async log(runId, seq, line) {
      await db.run(
        `INSERT INTO faucet_serve_run_logs (run_id, seq, ts, level, line) VALUES (?, ?, ?, 'INFO', ?)
         ON CONFLICT (run_id, seq) DO NOTHING`,
        runId,
        String(seq).padStart(20, '0'),
        `${now().slice(0, 23)}Z`,
        line,
      )
    },

    close: () => db.close(),
  }
  return engine
}
