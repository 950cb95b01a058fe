import { shift } from '@/lib/contract/clock'
import { TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import type { Seq, Timestamp } from '@/lib/contract/records/primitives'
import { databaseOf } from './database'
import type { History, Row, World } from './suite'

/** What a store may do wrong: some of its methods replaced by ones that break one promise. */
export interface Fault {
  what: string
  /** The backend that the suite is run on; one of the five in `backends.ts`. */
  on: 'memory' | 'sqlite' | 'sqlite with later columns'
  breaks(history: History, tools: Tools): Partial<History>
}

export interface Tools {
  world: World
  /** Changes rows behind the store's back, as a wrong statement would have left them. */
  rewrite(table: string, change: (row: Row) => Row): Promise<void>
}

export function toolsOf(world: World, on: Fault['on']): Tools {
  return {
    world,
    async rewrite(table, change) {
      if (on === 'memory') {
        for (const row of await world.rows(table)) await world.plant(table, change(row))
        return
      }
      const db = databaseOf(world)
      for (const row of await db.$queryRawUnsafe<Row[]>(`SELECT CAST(rowid AS TEXT) AS place, * FROM ${table}`)) {
        const { place, ...before } = row
        const after = Object.entries(change(before)).filter(([name, value]) => before[name] !== value)
        for (const [name, value] of after)
          await db.$executeRawUnsafe(`UPDATE ${table} SET ${name} = ? WHERE rowid = ${place}`, value)
      }
    },
  }
}

const RUNS = 'faucet_serve_runs'
const toMillis = (at: string | null | undefined): string | null => (at ? `${at.slice(0, 23)}Z` : null)
const inBody = (row: Row, from: string | RegExp, to: string): Row => ({
  ...row,
  body: row['body']?.replace(from, to) ?? null,
})
const reversed = async <T>(rows: Promise<T[]>): Promise<T[]> => (await rows).reverse()
/** A method that does its work and then something that it should not. */
const andThen =
  <A extends unknown[], R>(method: (...args: A) => Promise<R>, more: (result: R, ...args: A) => Promise<unknown>) =>
  async (...args: A): Promise<R> => {
    const result = await method(...args)
    await more(result, ...args)
    return result
  }
/** A method that does its work and answers something else. */
const answering =
  <A extends unknown[], R>(method: (...args: A) => Promise<R>, other: (...args: A) => R) =>
  async (...args: A): Promise<R> => {
    await method(...args)
    return other(...args)
  }
const every =
  (on: Fault['on']) =>
  (what: string, breaks: Fault['breaks']): Fault => ({ what, on, breaks })
const memory = every('memory')
const sqlite = every('sqlite')
const later = every('sqlite with later columns')

/** Planted faults by suite: each must make at least one case of its suite fail. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  runs: [
    memory('a list in the wrong order', ({ runs }) => ({
      runs: { ...runs, list: async (filter) => ({ rows: (await runs.list(filter)).rows.reverse() }) },
    })),
    memory('a column timestamp cut to milliseconds', ({ runs }, { rewrite }) => ({
      runs: {
        ...runs,
        upsert: andThen(runs.upsert, () =>
          rewrite(RUNS, (row) => ({ ...row, submitted_at: toMillis(row['submitted_at']) })),
        ),
      },
    })),
    memory('an owner that is not stamped', ({ runs }, { rewrite }) => ({
      runs: { ...runs, upsert: andThen(runs.upsert, () => rewrite(RUNS, (row) => ({ ...row, owner: null }))) },
    })),
    memory('a cancel request that a write clears', ({ runs }, { rewrite }) => ({
      runs: {
        ...runs,
        upsert: andThen(runs.upsert, () => rewrite(RUNS, (row) => ({ ...row, cancel_requested: null }))),
      },
    })),
    memory('a guard on the status that is ignored', ({ runs }, { rewrite }) => ({
      runs: {
        ...runs,
        async remove(runId) {
          await rewrite(RUNS, (row) => ({ ...row, status: 'completed' }))
          return runs.remove(runId)
        },
      },
    })),
    memory('a window that is open at its end', ({ runs }) => ({
      runs: {
        ...runs,
        list: ({ until, ...filter }) =>
          runs.list({ ...filter, ...(until !== undefined && { until: shift(until, -1) }) }),
      },
    })),
    memory('a next page that is never offered', ({ runs }) => ({
      runs: { ...runs, list: async (filter) => ({ rows: (await runs.list(filter)).rows }) },
    })),
    memory('a purge that takes what is half as old', ({ runs }) => ({
      runs: { ...runs, purgeExpired: (retainMs) => runs.purgeExpired(retainMs - 2) },
    })),
    memory('an unreadable row that is left out', ({ runs }) => ({
      runs: {
        ...runs,
        async list(filter) {
          const page = await runs.list(filter)
          return { ...page, rows: page.rows.filter((row) => row.read().ok) }
        },
      },
    })),
    later('label rows that are not written', ({ runs }, { world }) => ({
      runs: {
        ...runs,
        upsert: andThen(runs.upsert, () => databaseOf(world).$executeRaw`DELETE FROM faucet_serve_run_labels`),
      },
    })),
  ],
  idempotency: [
    memory('a fingerprint that is not compared', ({ runs }) => ({
      runs: {
        ...runs,
        async claimIdempotency(...claim) {
          const held = await runs.claimIdempotency(...claim)
          return held.kind === 'conflict' ? { kind: 'replay', run_id: '' } : held
        },
      },
    })),
    memory('a window that is ignored', ({ runs }) => ({
      runs: { ...runs, claimIdempotency: (key, print, run) => runs.claimIdempotency(key, print, run, 1e12) },
    })),
    memory('a claim time cut to milliseconds', ({ runs }, { rewrite }) => ({
      runs: {
        ...runs,
        claimIdempotency: andThen(runs.claimIdempotency, () =>
          rewrite('faucet_serve_idem', (row) => ({ ...row, claimed_at: toMillis(row['claimed_at']) })),
        ),
      },
    })),
    sqlite('a release that releases nothing', ({ runs }) => ({
      runs: { ...runs, releaseIdempotency: async () => undefined },
    })),
    sqlite('a takeover that compares nothing', ({ runs }, { world }) => ({
      runs: {
        ...runs,
        async claimIdempotency(key, print, run, windowMs) {
          const [held] = await world.rows('faucet_serve_idem')
          const claim = await runs.claimIdempotency(key, print, run, windowMs)
          const isStale = held !== undefined && (held['claimed_at'] ?? '') < shift(world.now(), -windowMs)
          return isStale ? { kind: 'fresh' } : claim
        },
      },
    })),
  ],
  leases: [
    sqlite('a claim that leaves the body pending', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        claimPending: andThen(leases.claimPending, () =>
          rewrite(RUNS, (row) => inBody(row, '"status":"running"', '"status":"pending"')),
        ),
      },
    })),
    sqlite('one row nobody can read that stops every claim', ({ leases }, { world }) => ({
      leases: {
        ...leases,
        async claimPending(limit) {
          const rows = await world.rows(RUNS)
          const isStuck = rows.some((row) => row['status'] === 'pending' && row['body'] === 'null')
          return isStuck ? [] : leases.claimPending(limit)
        },
      },
    })),
    sqlite('a claim that both racers win', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        claimPending: andThen(leases.claimPending, () =>
          rewrite(RUNS, (row) =>
            row['status'] === 'running' ? inBody({ ...row, status: 'pending' }, '"running"', '"pending"') : row,
          ),
        ),
      },
    })),
    sqlite('a guard on the owner that is ignored', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        async finalizeOwned(run) {
          await rewrite(RUNS, (row) => ({ ...row, owner: 'instance-a' }))
          return leases.finalizeOwned(run)
        },
      },
    })),
    sqlite('a cancel request that a requeue clears', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        reclaimOrphans: andThen(leases.reclaimOrphans, () =>
          rewrite(RUNS, (row) => ({ ...row, cancel_requested: null })),
        ),
      },
    })),
    sqlite('an attempt that is not counted', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        reclaimOrphans: andThen(leases.reclaimOrphans, () =>
          rewrite(RUNS, (row) => inBody(row, /"attempt":\d+/, '"attempt":0')),
        ),
      },
    })),
    sqlite('a lease cut to milliseconds', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        renew: andThen(leases.renew, () =>
          rewrite(RUNS, (row) => ({ ...row, lease_expires_at: toMillis(row['lease_expires_at']) })),
        ),
      },
    })),
    sqlite('a start that every beat moves', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        heartbeat: andThen(leases.heartbeat, () =>
          rewrite('faucet_serve_instances', (row) => ({ ...row, started_at: row['last_heartbeat'] ?? null })),
        ),
      },
    })),
    later('pools that are not looked at', ({ leases }) => ({
      leases: { ...leases, claimPending: (limit) => leases.claimPending(limit, ['default', 'gpu', 'cpu']) },
    })),
    memory('a pending run that is cancelled in its column alone', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        cancelPending: andThen(leases.cancelPending, () =>
          rewrite(RUNS, (row) => inBody(row, '"cancelled"', '"pending"')),
        ),
      },
    })),
  ],
  shards: [
    sqlite('the smallest first', ({ shards }) => ({
      shards: { ...shards, claim: (limit) => reversed(shards.claim(limit)) },
    })),
    sqlite('an existing shard that is counted as new', ({ shards }) => ({
      shards: { ...shards, insert: answering(shards.insert, (_, list) => list.length) },
    })),
    sqlite('a guard on the owner that is ignored', ({ shards }, { rewrite }) => ({
      shards: {
        ...shards,
        async finalize(runId, shardId, outcome) {
          await rewrite('faucet_serve_shards', (row) => ({ ...row, owner: 'instance-a' }))
          return shards.finalize(runId, shardId, outcome)
        },
      },
    })),
    sqlite('a requeued shard that keeps its owner', ({ shards }, { rewrite }) => ({
      shards: {
        ...shards,
        reclaim: andThen(shards.reclaim, () =>
          rewrite('faucet_serve_shards', (row) => ({ ...row, owner: row['owner'] ?? 'dead' })),
        ),
      },
    })),
    sqlite('a cancelled shard that counts as done where engines do not know it', ({ shards }) => ({
      shards: {
        ...shards,
        async progress(runId) {
          const progress = await shards.progress(runId)
          return { ...progress, pending: progress.pending - 1, cancelled: 1 }
        },
      },
    })),
    later('shards of a run that is to be cancelled', ({ shards }, { rewrite }) => ({
      shards: {
        ...shards,
        async claim(limit) {
          await rewrite(RUNS, (row) => ({ ...row, cancel_requested: null }))
          return shards.claim(limit)
        },
      },
    })),
    memory('a store of one process that is not inert', ({ shards }) => ({
      shards: { ...shards, insert: async (_, list) => list.length },
    })),
  ],
  bodies: [
    memory('a rewrite through numbers that lose digits', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        cancelPending: andThen(leases.cancelPending, () =>
          rewrite(RUNS, (row) => ({ ...row, body: JSON.stringify(JSON.parse(row['body'] ?? '')) })),
        ),
      },
    })),
    sqlite('a rewrite that drops what it does not know', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        claimPending: andThen(leases.claimPending, () =>
          rewrite(RUNS, (row) => inBody(row, /,"dlq_location":"[^"]*"/, '')),
        ),
      },
    })),
    sqlite('a timestamp cut to milliseconds', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        reclaimOrphans: andThen(leases.reclaimOrphans, () =>
          rewrite(RUNS, (row) => inBody(row, /("submitted_at":"[^".]*\.\d{3})\d*Z/, '$1Z')),
        ),
      },
    })),
    memory('a word that is written though engines do not know it', ({ runs }) => ({
      runs: { ...runs, upsert: (run) => runs.upsert({ ...run, status: 'failed' }) },
    })),
    sqlite('a broken body that is repaired', ({ leases }, { rewrite }) => ({
      leases: {
        ...leases,
        reclaimOrphans: andThen(leases.reclaimOrphans, () =>
          rewrite(RUNS, (row) => ({ ...row, body: row['body'] === '' ? '{}' : (row['body'] ?? null) })),
        ),
      },
    })),
  ],
  audit: [
    memory('a list in the wrong order', ({ audit }) => ({
      audit: { ...audit, list: (filter) => reversed(audit.list(filter)) },
    })),
    memory('a tenant that is not filed', ({ audit }) => ({
      audit: { ...audit, record: ({ tenant: _, ...entry }) => audit.record(entry) },
    })),
    memory('a window that is open at its end', ({ audit }) => ({
      audit: {
        ...audit,
        list: ({ until, ...filter }) => audit.list({ ...filter, ...(until && { until: shift(until, -1) }) }),
      },
    })),
  ],
  logs: [
    memory('a page that begins with the last line of the one before', ({ logs }) => ({
      logs: {
        ...logs,
        list: (runId, after, limit) =>
          logs.list(runId, after === null ? null : (String(BigInt(after) - 1n) as typeof after), limit),
      },
    })),
    memory('a sentinel that is listed', ({ logs }) => ({
      logs: {
        ...logs,
        async list(runId, after, limit) {
          const page = await logs.list(runId, after, limit)
          const sentinel = { seq: TRUNCATED_SEQ, ts: '', level: 'WARN', line: 'cut' }
          return page.truncated ? { ...page, lines: [...page.lines, sentinel] } : page
        },
      },
    })),
    memory('a purge that says nothing', ({ logs }) => ({
      logs: { ...logs, purge: answering(logs.purge, () => 0) },
    })),
  ],
  catalog: [
    memory('a run that is counted twice', ({ catalog }) => ({
      catalog: { ...catalog, record: andThen(catalog.record, (_, update) => catalog.record(update)) },
    })),
    memory('a column timestamp cut to milliseconds', ({ catalog }, { rewrite }) => ({
      catalog: {
        ...catalog,
        record: andThen(catalog.record, () =>
          rewrite('faucet_catalog_datasets', (row) => ({ ...row, last_seen: toMillis(row['last_seen']) })),
        ),
      },
    })),
    memory('an annotation that makes a dataset up', ({ catalog }) => ({
      catalog: { ...catalog, annotate: answering(catalog.annotate, () => true) },
    })),
  ],
  'catalog reads': [
    memory('a list in the wrong order', ({ catalog }) => ({
      catalog: {
        ...catalog,
        listDatasets: async (filter) => ({ rows: (await catalog.listDatasets(filter)).rows.reverse() }),
      },
    })),
    memory('edges that all point one way', ({ catalog }) => ({
      catalog: {
        ...catalog,
        async getDataset(id) {
          const detail = await catalog.getDataset(id)
          return detail && { ...detail, downstream: [...detail.upstream, ...detail.downstream], upstream: [] }
        },
      },
    })),
    memory('a walk that ignores how far', ({ catalog }) => ({
      catalog: { ...catalog, lineage: (root) => catalog.lineage(root, 32) },
    })),
  ],
  'catalog profiles': [
    memory('the oldest first', ({ catalog }) => ({
      catalog: { ...catalog, profileHistory: (id, limit) => reversed(catalog.profileHistory(id, limit)) },
    })),
    memory('a snapshot that nobody keeps', ({ catalog }) => ({
      catalog: { ...catalog, recordConfigSnapshot: async () => undefined },
    })),
  ],
  outputs: [
    memory('deleted files that are still listed', ({ outputs }) => ({
      outputs: { ...outputs, list: (filter) => outputs.list({ ...filter, include_deleted: true }) },
    })),
    memory('a mark that only the column gets', ({ outputs }, { rewrite }) => ({
      outputs: {
        ...outputs,
        markDeleted: andThen(outputs.markDeleted, () =>
          rewrite('faucet_local_outputs', (row) => inBody(row, /,"deleted_at":"[^"]*"/, '')),
        ),
      },
    })),
    memory('a list in the wrong order', ({ outputs }) => ({
      outputs: { ...outputs, list: (filter) => reversed(outputs.list(filter)) },
    })),
  ],
  changes: [
    memory('a guard that is ignored', ({ changes }) => ({
      changes: { ...changes, upsert: (change) => changes.upsert(change) },
    })),
    memory('a list in the wrong order', ({ changes }) => ({
      changes: { ...changes, list: (filter) => reversed(changes.list(filter)) },
    })),
    memory('a status that only the body gets', ({ changes }, { rewrite }) => ({
      changes: {
        ...changes,
        upsert: andThen(changes.upsert, () =>
          rewrite('faucet_serve_changes', (row) => ({ ...row, status: 'pending' })),
        ),
      },
    })),
  ],
  tenants: [
    memory('a guard that is ignored', ({ tenants }) => ({
      tenants: { ...tenants, upsert: (tenant) => tenants.upsert(tenant) },
    })),
    memory('a tenant that leaves its state keys behind', ({ tenants }, { world }) => ({
      tenants: {
        ...tenants,
        async remove(id) {
          const refs = await world.rows('faucet_tenant_state_refs')
          const existed = await tenants.remove(id)
          for (const row of refs) await world.plant('faucet_tenant_state_refs', row)
          return existed
        },
      },
    })),
  ],
  connections: [
    memory('a sign-in that can be taken twice', ({ tenants }, { world }) => ({
      tenants: {
        ...tenants,
        async takeConnectSession(state) {
          const before = await world.rows('faucet_connect_sessions')
          const taken = await tenants.takeConnectSession(state)
          for (const row of before) await world.plant('faucet_connect_sessions', row)
          return taken
        },
      },
    })),
    memory('a time cut to milliseconds', ({ tenants }, { rewrite }) => ({
      tenants: {
        ...tenants,
        upsertConnection: andThen(tenants.upsertConnection, () =>
          rewrite('faucet_tenant_connections', (row) => ({ ...row, updated_at: toMillis(row['updated_at']) })),
        ),
      },
    })),
  ],
  usage: [
    memory('a window that is closed at its end', ({ usage }) => ({
      usage: {
        ...usage,
        list: ({ until, ...filter }) => usage.list({ ...filter, ...(until && { until: after(until) }) }),
      },
    })),
    memory('a list in the wrong order', ({ usage }) => ({
      usage: { ...usage, list: (filter) => reversed(usage.list(filter)) },
    })),
  ],
  templates: [
    memory('versions with the oldest first', ({ templates }) => ({
      templates: { ...templates, versions: (id) => reversed(templates.versions(id)) },
    })),
    memory('the first version as the latest', ({ templates }) => ({
      templates: { ...templates, get: (id, version = 1) => templates.get(id, version) },
    })),
    memory('versions that are never pruned away', ({ templates }, { world }) => ({
      templates: {
        ...templates,
        async register(draft) {
          const before = await world.rows('faucet_templates')
          const made = await templates.register(draft)
          for (const row of before) await world.plant('faucet_templates', row)
          return made
        },
      },
    })),
  ],
  'template releases': [
    memory('launches with the oldest first', ({ templates }) => ({
      templates: { ...templates, launches: (id) => reversed(templates.launches(id)) },
    })),
    memory('a channel that cannot be taken down', ({ templates }) => ({
      templates: { ...templates, removeTag: async () => true },
    })),
  ],
  ordering: [
    memory('an order that a language gives', ({ tenants }) => ({
      tenants: {
        ...tenants,
        list: async () =>
          (await tenants.list()).sort((a, b) => (a.columns['id'] ?? '').localeCompare(b.columns['id'] ?? '', 'en')),
      },
    })),
  ],
  queue: [
    memory('a queued run that we own', ({ queue }, { rewrite }) => ({
      queue: { enqueue: andThen(queue.enqueue, () => rewrite(RUNS, (row) => ({ ...row, owner: 'instance-a' }))) },
    })),
    memory('a caller’s config that passes for our own', ({ queue }) => ({
      queue: { enqueue: ({ run }) => queue.enqueue({ run, isCallerConfig: false }) },
    })),
    memory('a tenant link that is missing', ({ queue }, { rewrite }) => ({
      queue: {
        enqueue: andThen(queue.enqueue, () => rewrite('faucet_tenant_runs', (row) => ({ ...row, tenant: 'nobody' }))),
      },
    })),
    memory('a run that is overwritten', ({ queue, runs }) => ({
      queue: {
        async enqueue(submission) {
          const added = await queue.enqueue(submission)
          if (!added) await runs.upsert(submission.run)
          return added
        },
      },
    })),
    later('label rows that are not written', ({ queue }, { world }) => ({
      queue: {
        enqueue: andThen(queue.enqueue, () => databaseOf(world).$executeRaw`DELETE FROM faucet_serve_run_labels`),
      },
    })),
  ],
  insight: [
    memory('a pulse that never changes', ({ insight }) => ({ insight: { ...insight, pulse: async () => '' } })),
    memory('a pulse that changes with every look', ({ insight }, { world }) => ({
      insight: { ...insight, pulse: async () => world.now() },
    })),
    memory('counts that know of no window', ({ insight }) => ({
      insight: {
        ...insight,
        countByStatus: (cap, { tenant } = {}) => insight.countByStatus(cap, tenant === undefined ? {} : { tenant }),
      },
    })),
    memory('a count that hides where it stopped', ({ insight }) => ({
      insight: {
        ...insight,
        countByStatus: async (...asked) =>
          (await insight.countByStatus(...asked)).map((count) => ({ ...count, capped: false })),
      },
    })),
    memory('a search that says it looked through everything', ({ insight }) => ({
      insight: {
        ...insight,
        searchRuns: async (...asked) => ({ ...(await insight.searchRuns(...asked)), next: null }),
      },
    })),
    memory('a search that takes text for a pattern', ({ insight }) => ({
      insight: {
        ...insight,
        searchRuns: (search, ...more) =>
          insight.searchRuns({ ...search, name_contains: search.name_contains?.replace('%', '') }, ...more),
      },
    })),
    sqlite('a page that begins with the last shard of the one before', ({ insight }) => ({
      insight: {
        ...insight,
        shardRows: (runId, limit, after) => insight.shardRows(runId, limit, after?.slice(0, -1)),
      },
    })),
  ],
  'insight lookup': [
    memory('a tenant that is shown the runs of everybody', ({ insight }) => ({
      insight: { ...insight, runsByIdPrefix: (prefix, limit) => insight.runsByIdPrefix(prefix, limit) },
    })),
    sqlite('a prefix that is looked for without its hyphens', ({ insight }) => ({
      insight: {
        ...insight,
        runsByIdPrefix: (prefix, ...more) => insight.runsByIdPrefix(prefix.split('-')[0] ?? '', ...more),
      },
    })),
    memory('the oldest first', ({ insight }) => ({
      insight: {
        ...insight,
        runsByIdPrefix: async (...asked) => (await insight.runsByIdPrefix(...asked)).toReversed(),
      },
    })),
  ],
  'insight facts': [
    memory('a submitter taken from whatever was done to a run last', ({ insight, audit }) => ({
      insight: {
        ...insight,
        async submitters(runIds) {
          const entries = await audit.list({ limit: 1_000 })
          const of = (id: string) => entries.find(({ run_id }) => run_id === id)?.principal
          return Object.fromEntries(runIds.flatMap((id) => [[id, of(id) ?? '']].filter(([, who]) => who)))
        },
      },
    })),
    memory('a sum that takes the last run twice', ({ insight }) => ({
      insight: {
        ...insight,
        foldRuns: (search, look, fold) =>
          insight.foldRuns(search, look, {
            ...fold,
            add(sum, run) {
              fold.add(sum, run)
              fold.add(sum, run)
            },
          }),
      },
    })),
    memory('a name that is found whatever its case', ({ insight }) => ({
      insight: {
        ...insight,
        searchRuns: ({ name_holds, ...search }, ...more) =>
          insight.searchRuns({ ...search, ...(name_holds !== undefined && { name_contains: name_holds }) }, ...more),
      },
    })),
    later('test results with the oldest first', ({ insight }) => ({
      insight: { ...insight, templateTests: async (limit) => (await insight.templateTests(limit))?.reverse() ?? null },
    })),
    memory('schema changes at the end of the window', ({ insight }) => ({
      insight: {
        ...insight,
        schemaChanges: (since, until, limit) => insight.schemaChanges(since, after(until), limit),
      },
    })),
  ],
  'insight search': [
    sqlite('a condition that is never turned round', ({ insight }) => ({
      insight: {
        ...insight,
        searchRuns: ({ clauses = [], ...search }, ...more) =>
          insight.searchRuns({ ...search, clauses: clauses.map((clause) => ({ ...clause, not: false })) }, ...more),
      },
    })),
    sqlite('a search that hears only the first of its conditions', ({ insight }) => ({
      insight: {
        ...insight,
        searchRuns: ({ clauses = [], ...search }, ...more) =>
          insight.searchRuns({ ...search, clauses: clauses.slice(0, 1) }, ...more),
      },
    })),
    memory('a search that begins anew each time it goes on', ({ insight }) => ({
      insight: { ...insight, searchRuns: (search, budget) => insight.searchRuns(search, budget) },
    })),
  ],
  'insight windows': [
    memory('a stretch that takes in its end', ({ insight }) => ({
      insight: {
        ...insight,
        countWindows: (edges, budget) => insight.countWindows(edges.map(after), budget),
      },
    })),
    sqlite('a count that goes on whatever the time', ({ insight }) => ({
      insight: { ...insight, countWindows: (edges) => insight.countWindows(edges, 60_000) },
    })),
    memory('a page that begins with the last run of the one before', ({ insight }) => ({
      insight: {
        ...insight,
        runsWithin: (since, until, limit, last) =>
          insight.runsWithin(since, until, limit, last && { ...last, run_id: `${last.run_id}~` }),
      },
    })),
    memory('the newest where the oldest were asked for', ({ insight }) => ({
      insight: { ...insight, oldestRuns: async (...asked) => reversed(insight.oldestRuns(...asked)) },
    })),
    memory('a lease that has not ended yet', ({ insight }) => ({
      insight: { ...insight, lapsedRuns: (now, limit) => insight.lapsedRuns(after(now), limit) },
    })),
    memory('a dataset that is stale at the very limit', ({ insight }) => ({
      insight: { ...insight, catalogFreshness: (before, ...more) => insight.catalogFreshness(after(before), ...more) },
    })),
  ],
  'insight logs': [
    memory('stretches that lose the line where they were asked to go on', ({ insight }) => ({
      insight: {
        ...insight,
        logStretches: (runId, after, ...more) =>
          insight.logStretches(runId, after === null ? after : oneMore(after), ...more),
      },
    })),
    sqlite('places that hidden lines do not have', ({ insight }) => ({
      insight: {
        ...insight,
        logWindow: async (...asked) =>
          (await insight.logWindow(...asked)).map((line, index) => ({ ...line, place: index + 1 })),
      },
    })),
    memory('a search that colours hide a word from', ({ insight }) => ({
      insight: {
        ...insight,
        async logCandidates(runId, after, look, holds) {
          const found = await insight.logCandidates(runId, after, look, holds)
          return { ...found, lines: found.lines.filter(({ line }) => line.toLowerCase().includes(holds ?? '')) }
        },
      },
    })),
    sqlite('a tail with the last line first', ({ insight }) => ({
      insight: { ...insight, logTail: async (...asked) => (await insight.logTail(...asked)).reverse() },
    })),
  ],
  'insight of one run': [
    memory('a neighbour of another tenant', ({ insight }) => ({
      insight: { ...insight, runsBeside: ({ name }, ...more) => insight.runsBeside({ name }, ...more) },
    })),
    sqlite('the farthest neighbour first', ({ insight }) => ({
      insight: {
        ...insight,
        async runsBeside(...asked) {
          const { rows, reached } = await insight.runsBeside(...asked)
          return { rows: rows.reverse(), reached }
        },
      },
    })),
  ],
  'insight of what a run left': [
    memory('a trail that shows what was done to other runs', ({ insight, audit }) => ({
      insight: {
        ...insight,
        auditOf: async (_, since, { limit }) => ({ entries: await audit.list({ since, limit }), reached: null }),
      },
    })),
    sqlite('files of every run', ({ insight, outputs }) => ({
      insight: { ...insight, outputsOf: async () => outputs.list({ include_deleted: true, limit: 0 }) },
    })),
  ],
  console: [
    memory('a setting that the last to come decides', ({ console }) => ({
      console: { ...console, claimSetting: answering(console.claimSetting, () => true) },
    })),
    memory('views that everybody shares', ({ console }) => ({
      console: { ...console, views: (_, page) => console.views('ann', page) },
    })),
    memory('a view too many', ({ console }) => ({
      console: { ...console, keepView: (owner, page, view) => console.keepView(owner, page, view, 99) },
    })),
    memory('a name that takes the place of another', ({ console }) => ({
      console: {
        ...console,
        async renameView(owner, page, name, to) {
          if (name !== to) await console.removeView(owner, page, to)
          return console.renameView(owner, page, name, to)
        },
      },
    })),
    sqlite('a setting that is forgotten', ({ console }) => ({ console: { ...console, setting: async () => null } })),
  ],
  bulk: [
    memory('a right that two have at once', ({ bulk }) => ({
      bulk: { ...bulk, claim: answering(bulk.claim, () => true) },
    })),
    sqlite('work that is given away twice', ({ bulk }) => ({
      bulk: { ...bulk, begin: async (id, limit) => (await bulk.runs(id, limit)).map((run) => ({ ...run })) },
    })),
    sqlite('an end that comes again', ({ bulk }) => ({ bulk: { ...bulk, end: answering(bulk.end, () => true) } })),
    memory('a fate of another action’s run', ({ bulk }) => ({
      bulk: {
        ...bulk,
        settle: andThen(bulk.settle, (_, __, seq, ...fate) => bulk.settle('b1', seq, ...fate)),
      },
    })),
    sqlite('a page that ignores what it was asked for', ({ bulk }) => ({
      bulk: { ...bulk, runs: (id, limit) => bulk.runs(id, limit) },
    })),
    memory('actions of every tenant', ({ bulk }) => ({ bulk: { ...bulk, list: (limit) => bulk.list(limit) } })),
  ],
}

/** The number after it. */
const oneMore = (seq: Seq): Seq => String(BigInt(seq) + 1n) as Seq

/** One nanosecond later: takes in what a half-open window leaves out. */
const after = (at: Timestamp): Timestamp => {
  const [second = '', fraction = ''] = at.slice(0, -1).split('.')
  return `${second}.${String(Number(fraction.padEnd(9, '0')) + 1).padStart(9, '0')}Z` as Timestamp
}
