// Does an engine open what we wrote? Run by hand, with an engine at hand:
//
//   FAUCET_BIN=~/bin/faucet node --conditions=react-server --import tsx tests/interop/open-after-us.ts [store …]
//
// A store is a SQLite file to be copied (default: those of engine 1.13.1, and one that we make). Every write method of
// every port is called on the copy; then the engine is started on it, asked for everything, given work, written beside,
// and asked again. FAUCET_INTEROP_POSTGRES names a server on which the same is done with a dump.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { isHistoryError } from '@/lib/contract/errors'
import type { RunRecord } from '@/lib/contract/records/runs'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { recordOf } from '@/lib/contract/stored'
import { pendingRun } from '@/lib/derive/pending-run'
import { systemClock } from '@/lib/runtime/clock'
import { uuidV4, uuidV7 } from '@/lib/store/kit/ids'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { parseHistoryUrl } from '@/lib/store/prisma/url'
import { aLine, anEntry } from '../support/audit'
import { anObservation, anUpdate, aProfile, aSnapshot, idOf, sink, source } from '../support/catalog'
import { aChange } from '../support/changes'
import { freePort } from '../support/free-port'
import { sharedData } from '../support/shared-data'
import { aDraft } from '../support/templates'
import { aConnection, aSession, aTenant } from '../support/tenants'
import { aUsage } from '../support/usage'

const bin = process.env['FAUCET_BIN']
if (bin === undefined) throw new Error('FAUCET_BIN must name an engine')
const TOKEN = 'interop-token-0123456789abcdef'
const TEN_YEARS = String(10 * 365 * 86_400)
const settings = JSON.parse(readFileSync(sharedData('engine-1.13.1', 'settings.json'), 'utf8')) as {
  vault_key: string
  vault_previous_keys: string[]
}
const clock = systemClock()
const folder = mkdtempSync(path.join(tmpdir(), 'interop-'))
mkdirSync(path.join(folder, 'out'))
writeFileSync(path.join(folder, 'people.csv'), 'id,name\n1,ann\n2,otto\n')

let failures = 0
function check(what: string, holds: boolean, seen?: unknown): void {
  if (!holds) failures++
  const more = holds || seen === undefined ? '' : `: ${JSON.stringify(seen).slice(0, 400)}`
  process.stdout.write(`  ${holds ? '✓' : '✗'} ${what}${more}\n`)
}

// --- what we write ------------------------------------------------------------------------------------------------------

const config = (name: string) =>
  [
    'version: 1',
    `name: ${name}`,
    'pipeline:',
    '  source: { type: csv, config: { path: ./people.csv } }',
    `  sink: { type: jsonl, config: { path: ./out/${name}.jsonl } }`,
    '',
  ].join('\n')

const aPendingRun = (name: string): RunRecord =>
  pendingRun(uuidV7(clock.now()), clock.now(), {
    config_body: config(name),
    config_format: 'yaml',
    pipeline: name,
    name,
    labels: { via: 'console', odd: 'a "b" \\ ü 😀' },
  })

/** Every write method there is. What this store has no table for is said, not written. */
async function writeEverything(store: PrismaHistory, round: string): Promise<void> {
  const lacking: string[] = []
  const write = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!isHistoryError(error) || error.kind !== 'missing') throw new Error(`${what} failed`, { cause: error })
      lacking.push(what)
    }
  }
  const { runs, leases, shards, audit, logs, catalog, outputs, changes, tenants, usage, templates, queue } = store
  const [done, kept, waiting, stopped, hosted] = ['done', 'kept', 'waiting', 'stopped', 'hosted'].map((name) =>
    aPendingRun(`${name}-${round}`),
  ) as [RunRecord, RunRecord, RunRecord, RunRecord, RunRecord]
  const finished = { ...kept, status: 'completed' as const, started_at: clock.now(), finished_at: clock.now() }
  const tenant = `interop-${round}`

  await write('claimIdempotency', () => runs.claimIdempotency(`key-${round}`, 'console:f', done.run_id, 1_000))
  await write('queue.enqueue', () => queue.enqueue({ run: done, isCallerConfig: true }))
  await write('leases.cancelPending', () => leases.cancelPending(done.run_id))
  await write('runs.remove', () => runs.remove(done.run_id))
  await write('releaseIdempotency', () => runs.releaseIdempotency(done.run_id))
  await write('runs.upsert', () => runs.upsert(finished))
  await write('leases.renew', () => leases.renew())
  await write('leases.heartbeat', () =>
    leases.heartbeat({
      started_at: clock.now(),
      listen: '127.0.0.1:1',
      max_concurrent: 1,
      in_flight: 0,
      state_format: 1,
    }),
  )
  await write('queue.enqueue', () => queue.enqueue({ run: stopped, isCallerConfig: true }))
  await write('leases.cancelPending', () => leases.cancelPending(stopped.run_id))
  await write('runs.upsert', () => runs.upsert({ ...hosted, status: 'running', started_at: clock.now() }))
  await write('leases.requestCancel', () => leases.requestCancel(hosted.run_id))
  await write('leases.finalizeOwned', () => leases.finalizeOwned({ ...hosted, status: 'failed', error: 'stopped' }))
  const parent = { ...aPendingRun(`parent-${round}`), status: 'sharded' as const }
  await write('runs.upsert', () => runs.upsert(parent))
  await write('shards.insert', () =>
    shards.insert(parent.run_id, [
      { shard_id: 's1', descriptor: '{"from":1}', size_estimate: 5 },
      { shard_id: 's2', descriptor: '{"from":2}', size_estimate: null },
    ]),
  )
  await write('shards.renew', () => shards.renew())
  await write('shards.finalizeCompletedParents', () => shards.finalizeCompletedParents())
  await write('leases.finalizeShardedParent', () =>
    leases.finalizeShardedParent(parent.run_id, 'failed', clock.now(), '2/2 shard(s) failed'),
  )
  await write('queue.enqueue', () => queue.enqueue({ run: waiting, isCallerConfig: true }))

  await write('audit.record', () => audit.record(anEntry({ id: uuidV7(clock.now()), timestamp: clock.now() })))
  await write('audit.record of a tenant', () =>
    audit.record(anEntry({ id: uuidV7(clock.now()), timestamp: clock.now(), tenant, target: 'run:x' })),
  )
  await write('logs.record', () => logs.record(kept.run_id, [aLine(0), aLine(1, { line: 'ü 😀 "quoted" \t end' })]))

  const [from, to] = [`csv://./${round}.csv`, `file:///out/${round}.jsonl`]
  await write('catalog.record', () =>
    catalog.record(
      anUpdate({ recorded_at: clock.now(), sources: [source(from)], sink: sink(to), run_id: kept.run_id }),
    ),
  )
  await write('catalog.recordProfile', () => catalog.recordProfile(idOf(to), aProfile({ recorded_at: clock.now() })))
  await write('catalog.annotate', () =>
    catalog.annotate(idOf(to), { owners: ['data team'], consumers: [], replace_consumers: true }),
  )
  await write('catalog.recordConfigSnapshot', () =>
    catalog.recordConfigSnapshot(aSnapshot({ pipeline: `snapshot-${round}`, recorded_at: clock.now() })),
  )
  const file = `/out/${round}.jsonl`
  await write('outputs.record', () => outputs.record(anObservation({ path: file })))
  await write('outputs.markDeleted', () => outputs.markDeleted(idOf(file), clock.now(), 12))
  await write('usage.record', () =>
    usage.record(aUsage({ run_id: uuidV7(clock.now()), recorded_at: clock.now(), tenant })),
  )
  await write('usage.removeRuns', () => usage.removeRuns(['no such run']))

  await write('tenants.upsert', () =>
    tenants.upsert(aTenant({ id: tenant, name: 'Tenant', created_at: clock.now(), updated_at: clock.now() })),
  )
  await write('tenants.upsertConnection', () =>
    tenants.upsertConnection(aConnection({ tenant, name: 'crm', created_at: clock.now(), updated_at: clock.now() })),
  )
  await write('tenants.upsertConnection', () => tenants.upsertConnection(aConnection({ tenant, name: 'gone' })))
  await write('tenants.removeConnection', () => tenants.removeConnection(tenant, 'gone'))
  const session = aSession({ state: `state-${round}`, tenant, created_at: clock.now(), expires_at: clock.now() })
  await write('tenants.putConnectSession', () => tenants.putConnectSession(session))
  await write('tenants.takeConnectSession', () => tenants.takeConnectSession(session.state))
  await write('tenants.linkRun', () => tenants.linkRun(kept.run_id, tenant))
  await write('tenants.addStateRef', () => tenants.addStateRef({ tenant, key: `p-${round}::row-0` }))
  await write('tenants.upsert', () => tenants.upsert(aTenant({ id: `${tenant}-gone` })))
  await write('tenants.remove', () => tenants.remove(`${tenant}-gone`))

  const change = aChange({ id: uuidV7(clock.now()), created_at: clock.now(), updated_at: clock.now() })
  await write('changes.upsert', () => changes.upsert(change))
  await write('changes.upsert, guarded', async () => {
    const row = await changes.get(change.id)
    if (row === null) throw new Error('the change is not there')
    const rejection = { principal: 'ann', at: clock.now(), reason: 'no' }
    const landed = await changes.upsert(
      { ...recordOf(row), status: 'rejected', rejection, updated_at: clock.now() },
      { onlyIf: row },
    )
    if (!landed) throw new Error('the guarded write did not land')
  })
  await write('changes.upsert', () => changes.upsert(aChange({ id: uuidV7(clock.now()), created_at: clock.now() })))
  await write('changes.remove', () => changes.remove('no such change'))

  const id = `interop-${round}`
  const draft = aDraft({ id, body: config(id), format: 'yaml' })
  await write('templates.register', () => templates.register(draft))
  await write('templates.register', () => templates.register(draft))
  await write('templates.setTag', () => templates.setTag(id, 'dev', 1))
  await write('templates.setTag', () => templates.setTag(id, 'canary', 2))
  await write('templates.removeTag', () => templates.removeTag(id, 'canary'))
  await write('templates.launch', () => templates.launch(id, 1, 'ann'))
  const deprecation = { deprecated_at: clock.now(), deprecated_by: 'ann', reason: 'old' }
  await write('templates.setVersionDeprecation', () => templates.setVersionDeprecation(id, 2, deprecation))
  await write('templates.setDeprecation', () => templates.setDeprecation(id, deprecation))
  await write('templates.setDeprecation', () => templates.setDeprecation(id, null))
  await write('templates.remove', () => templates.remove(`${id}-none`, 'all'))
  if (lacking.length > 0) process.stdout.write(`  – no table here for: ${lacking.join(', ')}\n`)
}

// --- the engine ---------------------------------------------------------------------------------------------------------

interface Engine {
  get(route: string): Promise<{ status: number; body: unknown }>
  post(route: string, json: unknown): Promise<{ status: number; body: unknown }>
  stop(): Promise<void>
}

async function engineOn(history: string, flags: readonly string[]): Promise<Engine> {
  const port = await freePort()
  const args = [
    ...['serve', '--listen', `127.0.0.1:${port}`, '--history', history, '--auth-token', TOKEN],
    ...[
      '--vault-key',
      settings.vault_key,
      ...settings.vault_previous_keys.flatMap((key) => ['--vault-previous-key', key]),
    ],
    ...['--retain-terminal-runs-secs', TEN_YEARS, '--idempotency-retention-secs', TEN_YEARS],
    ...['--log-retention-secs', TEN_YEARS, ...flags],
  ]
  const child: ChildProcess = spawn(bin ?? '', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => said.push(text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ask = async (route: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers }
    const answer = await fetch(`http://127.0.0.1:${port}${route}`, { ...init, headers })
    const text = await answer.text()
    return { status: answer.status, body: parsed(text) }
  }
  for (const end = Date.now() + 60_000; ; await sleep(100)) {
    const ready = await ask('/readyz').catch(() => undefined)
    if (ready !== undefined) break
    if (child.exitCode !== null || Date.now() > end) throw new Error(`the engine did not start:\n${said.join('')}`)
  }
  return {
    get: (route) => ask(route),
    post: (route, json) =>
      ask(route, { method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
const rowsIn = (body: unknown, name: string): unknown[] => {
  const rows = Array.isArray(body) ? body : member(body, name)
  return Array.isArray(rows) ? rows : []
}
const idsIn = (rows: readonly unknown[], name: string) => rows.map((row) => String(member(row, name))).sort()

async function walk(engine: Engine, route: string, name: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await engine.get(`${route}${cursor}`)
    if (status !== 200) throw new Error(`${route}: ${status} ${JSON.stringify(body)}`)
    rows.push(...rowsIn(body, name))
    const next = member(body, 'next_cursor')
    if (typeof next !== 'string') return rows
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}

async function isHealthy(engine: Engine, when: string): Promise<void> {
  const { status, body } = await engine.get('/readyz')
  check(`ready ${when}`, status === 200 && member(body, 'history_ok') === true, { status, body })
}

/** Its lists against ours: the same ids in every domain that both have. */
async function listsEverything(engine: Engine, store: PrismaHistory): Promise<void> {
  const same = async (what: string, theirs: () => Promise<string[]>, ours: () => Promise<string[]>) => {
    const [left, right] = [await theirs(), (await ours()).sort()]
    check(`lists ${right.length} ${what}`, left.join() === right.join(), {
      lacking: right.filter((id) => !left.includes(id)),
      besides: left.filter((id) => !right.includes(id)),
    })
  }
  const column = async (table: string, name: string) =>
    (await store.env.db.$queryRawUnsafe<{ id: string }[]>(`SELECT ${name} AS id FROM ${table}`)).map(({ id }) => id)
  const all = async (route: string, name: string, id: string) => idsIn(await walk(engine, route, name), id)
  await same(
    'runs',
    () => all('/v1/runs?limit=500', 'runs', 'run_id'),
    () => column('faucet_serve_runs', 'run_id'),
  )
  await same(
    'templates',
    () => all('/v1/templates?limit=500', 'templates', 'id'),
    async () => [...new Set(await column('faucet_templates', 'id'))],
  )
  await same(
    'changes',
    () => all('/v1/changes?limit=2000', 'changes', 'id'),
    () => column('faucet_serve_changes', 'id'),
  )
  await same(
    'tenants',
    () => all('/v1/tenants?limit=500', 'tenants', 'id'),
    () => column('faucet_tenants', 'id'),
  )
  await same(
    'datasets',
    () => all('/v1/catalog/datasets?limit=1000', 'datasets', 'id'),
    () => column('faucet_catalog_datasets', 'id'),
  )
  await same(
    'local outputs',
    () => all('/v1/local-outputs?limit=2000&include_expired=true', 'outputs', 'id'),
    () => column('faucet_local_outputs', 'id'),
  )
  const audited = await walk(engine, '/v1/audit?limit=1000', 'entries')
  const filed = await column('faucet_serve_audit', 'id')
  check(
    `lists ${Math.min(filed.length, 1_000)} audit entries`,
    audited.length === Math.min(filed.length, 1_000),
    audited.length,
  )
  for (const tenant of await column('faucet_tenants', 'id')) {
    const theirs = rowsIn((await engine.get(`/v1/tenants/${tenant}/connections`)).body, 'connections')
    const ours = await store.tenants.listConnections(tenant)
    check(`lists ${ours.length} connections of ${tenant}`, theirs.length === ours.length, theirs)
  }
  for (const route of ['/v1/catalog/lineage', '/v1/usage', '/v1/templates/matrix', '/v1/local-outputs']) {
    const { status, body } = await engine.get(route)
    check(`answers ${route}`, status === 200, { status, body })
  }
  for (const id of new Set(await column('faucet_templates', 'id'))) {
    const [highest] = await store.templates.versions(id)
    const { status, body } = await engine.get(`/v1/templates/${encodeURIComponent(id)}?version=${highest}`)
    if (status !== 200) check(`shows template ${id}`, false, { status, body })
  }
  for (const id of await column('faucet_serve_runs', 'run_id')) {
    const run = await engine.get(`/v1/runs/${id}`)
    if (run.status !== 200) check(`shows run ${id}`, false, run)
    const lines = await engine.get(`/v1/runs/${id}/logs?format=jsonl`)
    if (lines.status !== 200) check(`shows the log of run ${id}`, false, lines)
  }
}

async function ends(engine: Engine, runId: string, status: string, what: string): Promise<void> {
  let seen: unknown
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(200)) {
    seen = (await engine.get(`/v1/runs/${runId}`)).body
    if (member(seen, 'status') === status) break
  }
  check(what, member(seen, 'status') === status, seen)
}

// --- one store, alone and in a cluster ----------------------------------------------------------------------------------

const open = (history: string) => {
  const url = parseHistoryUrl(history, folder)
  if (url.kind === 'memory') throw new Error('a store is needed')
  return openPrismaHistory(url, { clock, instanceId: uuidV4(), clustered: true, ...STORE_DEFAULTS })
}

async function tryOn(name: string, history: string): Promise<void> {
  process.stdout.write(`${name}\n`)
  const before = await open(history)
  await writeEverything(before, `r1-${process.pid}`)
  await before.close()

  const alone = await engineOn(history, [])
  await isHealthy(alone, 'after its start on what we wrote')
  const store = await open(history)
  await listsEverything(alone, store)
  await isHealthy(alone, 'after its lists')
  const submitted = await alone.post('/v1/runs', { config: config('alone') })
  check('takes a submission', submitted.status === 202, submitted)
  await ends(alone, String(member(submitted.body, 'run_id')), 'completed', 'completes it')
  await writeEverything(store, `r2-${process.pid}`)
  await isHealthy(alone, 'after we wrote beside it')
  await listsEverything(alone, store)
  await isHealthy(alone, 'after its lists of what we wrote beside it')
  await alone.stop()

  const member1 = await engineOn(history, ['--cluster', '--cluster-poll-secs', '1'])
  await isHealthy(member1, 'as a member of a cluster')
  const run = aPendingRun(`queued-${process.pid}`)
  check('we queue a run', await store.queue.enqueue({ run, isCallerConfig: true }))
  await ends(member1, run.run_id, 'completed', 'the member claims and completes it')
  const large = { ...aPendingRun(`stop-${process.pid}`), config_body: config('stop').replace('people', 'nowhere') }
  check('we queue a run that must fail', await store.queue.enqueue({ run: large, isCallerConfig: true }))
  await ends(member1, large.run_id, 'failed', 'the member fails it')
  await listsEverything(member1, store)
  await isHealthy(member1, 'at the end')
  await store.close()
  await member1.stop()
}

async function fromDump(server: string): Promise<void> {
  const database = `interop_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(gunzipSync(readFileSync(sharedData('engine-1.13.1', 'postgres.sql.gz'))).toString('utf8'))
  await client.end()
  try {
    await tryOn('engine-1.13.1/postgres.sql.gz', url.href)
  } finally {
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
    await admin.end()
  }
}

const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['single.db', 'cluster.db'].map((name) => sharedData('engine-1.13.1', name))
for (const [at, file] of files.entries()) {
  const copy = path.join(folder, `${at}-${path.basename(file)}`)
  copyFileSync(file, copy)
  chmodSync(copy, 0o644)
  await tryOn(file, `sqlite:${copy}`)
}
if (named.length === 0) await tryOn('a store that we made', `sqlite:${path.join(folder, 'ours.db')}`)
const server = process.env['FAUCET_INTEROP_POSTGRES']
if (server !== undefined) await fromDump(server)
rmSync(folder, { recursive: true, force: true })
process.stdout.write(failures === 0 ? 'everything holds\n' : `${failures} checks failed\n`)
process.exit(failures === 0 ? 0 : 1)
