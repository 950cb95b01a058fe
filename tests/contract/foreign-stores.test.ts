import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenStore } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import { CatalogDataset, CatalogLineageEdge, CatalogSchemaVersion } from '@/lib/contract/records/catalog'
import { CatalogProfileRecord, ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import { ChangeRequest } from '@/lib/contract/records/changes'
import { ConnectionRecord, ConnectSession } from '@/lib/contract/records/connections'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { RunRecord } from '@/lib/contract/records/runs'
import { TemplateRecord } from '@/lib/contract/records/templates'
import { TenantRecord, TenantStateRef } from '@/lib/contract/records/tenants'
import { UsageRecord } from '@/lib/contract/records/usage'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { readText } from '@/lib/contract/stored'
import { systemClock } from '@/lib/runtime/clock'
import { connect } from '@/lib/runtime/connect'
import { openClient, Prisma } from '@/lib/store/prisma/client'
import { parseHistoryUrl } from '@/lib/store/prisma/url'
import { copyOfFile, type EngineStore, loadedDump, postgresTwin } from '../support/engine-stores'
import { type Everything, everythingIn, type Names, told, unreadableIn } from '../support/everything'
import { aRun } from '../support/records'
import { sharedData } from '../support/shared-data'

interface Foreign {
  engine: string
  name: string
  open: () => EngineStore | Promise<EngineStore>
  /** Tables of the engine in it, and their rows. */
  rows: Readonly<Record<string, number>>
  stamp: number | null
}

const readme = readFileSync(sharedData('README.md'), 'utf8')

/** Rows of a table of the data's own description: `| faucet_… | 1 | 2 |`, by the name of its column. */
function described(headings: readonly string[]): Readonly<Record<string, Record<string, number>>> {
  const start = readme.indexOf(`| table | ${headings.join(' | ')} |`)
  const table = readme.slice(start).split('\n\n')[0] ?? ''
  const lines = [...table.matchAll(/^\| (faucet_\w+) \| ([\d |]+) \|$/gm)]
  return Object.fromEntries(
    headings.map((heading, at) => [
      heading,
      Object.fromEntries(lines.map(([, name, counts]) => [name, Number(counts?.split('|')[at])])),
    ]),
  )
}
const at113 = described(['single', 'cluster', 'postgres'])
const at117 = described(['single', 'upgraded'])

/** The two oldest are described in sentences. */
const at110 = { faucet_serve_runs: 17, faucet_serve_idem: 3, faucet_serve_instances: 0 }
const at112 = {
  ...at110,
  faucet_serve_audit: 21,
  faucet_serve_run_logs: 32,
  faucet_catalog_datasets: 3,
  faucet_catalog_edges: 2,
  faucet_catalog_schema_versions: 3,
  faucet_catalog_stats: 24,
  faucet_templates: 3,
  faucet_template_launches: 1,
  faucet_template_tags: 0,
  faucet_serve_shards: 0,
  faucet_config_snapshots: 0,
  faucet_template_deprecations: 0,
}

const file = (engine: string, name: string, rows: Record<string, number> | undefined, stamp: number | null = null) => ({
  engine,
  name,
  open: () => copyOfFile(engine, name),
  rows: rows ?? {},
  stamp,
})
const dump = (engine: string, rows: Record<string, number> | undefined) => ({
  ...file(engine, 'postgres.sql.gz', rows),
  open: () => loadedDump(engine, 'postgres.sql.gz'),
})
const twin = (of: Foreign): Foreign => ({
  ...of,
  name: `${of.name} in Postgres`,
  open: () => postgresTwin(of.engine, of.name),
})

const FILES: readonly Foreign[] = [
  file('engine-1.1.0', 'single.db', at110),
  file('engine-1.12.0', 'single.db', at112),
  file('engine-1.13.1', 'single.db', at113['single']),
  file('engine-1.13.1', 'cluster.db', at113['cluster']),
  file('engine-1.17.0', 'single.db', at117['single'], 8),
  file('engine-1.17.0', 'upgraded.db', at117['upgraded'], 8),
]
const FOREIGN: readonly Foreign[] = [
  ...FILES,
  dump('engine-1.1.0', at110),
  dump('engine-1.12.0', at112),
  // Its description counted after the capture, whose own requests were audited meanwhile; the dump is from before it.
  dump('engine-1.13.1', { ...at113['postgres'], faucet_serve_audit: 132, faucet_serve_audit_tenants: 22 }),
  ...FILES.map(twin),
]

const clock = systemClock()
const connected = (history: string): Promise<OpenStore> =>
  connect({
    history,
    folder: tmpdir(),
    store: { clock, instanceId: 'console', clustered: true, ...STORE_DEFAULTS },
    tell: ({ kind }) => {
      throw new Error(`the store went ${kind}`)
    },
  })

const pathOf = ({ history }: EngineStore) => (history.startsWith('sqlite:') ? history.slice('sqlite:'.length) : null)
const fingerprint = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

function clientOf({ history }: EngineStore) {
  const url = parseHistoryUrl(history, tmpdir())
  if (url.kind === 'memory') throw new Error('no database')
  return openClient(url).db
}

/** What is asked of a store by its port and by its table must be as many. */
const COUNTED: Readonly<Record<string, string>> = {
  runs: 'faucet_serve_runs',
  run: 'faucet_serve_runs',
  audit: 'faucet_serve_audit',
  shards: 'faucet_serve_shards',
  members: 'faucet_serve_instances',
  datasets: 'faucet_catalog_datasets',
  edges: 'faucet_catalog_edges',
  profiles: 'faucet_catalog_profiles',
  snapshots: 'faucet_config_snapshots',
  outputs: 'faucet_local_outputs',
  changes: 'faucet_serve_changes',
  usage: 'faucet_usage',
  tenants: 'faucet_tenants',
  connections: 'faucet_tenant_connections',
  'state refs': 'faucet_tenant_state_refs',
  'tenant runs': 'faucet_tenant_runs',
  versions: 'faucet_templates',
  tags: 'faucet_template_tags',
  launches: 'faucet_template_launches',
  deprecations: 'faucet_template_deprecations',
  'version deprecations': 'faucet_template_version_deprecations',
}

/** The record in each body; what no port hands out as it is, is read here. */
const BODIES = {
  faucet_serve_runs: RunRecord,
  faucet_catalog_datasets: CatalogDataset,
  faucet_catalog_schema_versions: CatalogSchemaVersion,
  faucet_catalog_edges: CatalogLineageEdge,
  faucet_catalog_profiles: CatalogProfileRecord,
  faucet_config_snapshots: ConfigSnapshot,
  faucet_templates: TemplateRecord,
  faucet_local_outputs: LocalOutputRecord,
  faucet_usage: UsageRecord,
  faucet_serve_changes: ChangeRequest,
  faucet_tenants: TenantRecord,
  faucet_tenant_connections: ConnectionRecord,
  faucet_connect_sessions: ConnectSession,
  faucet_tenant_state_refs: TenantStateRef,
} as const

const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error) => (isHistoryError(error) ? error.kind : `${error}`),
  )

for (const foreign of FOREIGN) {
  const { engine, name, rows, stamp } = foreign
  const isOldest = engine === 'engine-1.1.0'
  describe(`${engine}/${name}`, () => {
    let source: EngineStore
    let before: string | null
    let store: OpenStore
    let everything: Everything
    beforeAll(async () => {
      source = await foreign.open()
      const path = pathOf(source)
      before = path && fingerprint(path)
      store = await connected(source.history)
      everything = await everythingIn(store, await namesIn(source))
    })
    afterAll(async () => {
      await store.close()
      await source.remove()
    })

    it('holds the tables and as many rows as its description says', async () => {
      const { tables } = await store.store.capabilities()
      expect(Object.keys(tables).sort()).toEqual(Object.keys(rows).sort())
      const db = clientOf(source)
      for (const [table, expected] of Object.entries(rows)) {
        const [row] = await db.$queryRaw<{ n: string }[]>`
          SELECT CAST(count(*) AS TEXT) AS n FROM ${Prisma.raw(table)}`
        expect([table, Number(row?.n)]).toEqual([table, expected])
      }
      await db.$disconnect()
    })

    it('decodes every row, and lists as many as the tables hold', () => {
      expect(unreadableIn(Object.values(everything))).toEqual([])
      for (const [asked, table] of Object.entries(COUNTED)) {
        expect([asked, everything[asked]?.length ?? 0]).toEqual([asked, rows[table] ?? 0])
      }
      const sentinels = everything['truncated logs']?.length ?? 0
      expect((everything['logs']?.length ?? 0) + sentinels).toBe(rows['faucet_serve_run_logs'] ?? 0)
    })

    it('holds no body that does not fit its record', async () => {
      const db = clientOf(source)
      for (const [table, schema] of Object.entries(BODIES)) {
        if (!(table in rows)) continue
        const bodies = await db.$queryRaw<{ body: string }[]>`SELECT body FROM ${Prisma.raw(table)}`
        const reasons = bodies.map(({ body }) => readText(schema, body)).filter((read) => !read.ok)
        expect([table, bodies.length, reasons]).toEqual([table, rows[table], []])
      }
      await db.$disconnect()
    })

    it('says what it lacks, and what may be written', async () => {
      const seen = await store.store.capabilities()
      expect(seen.stamp).toBe(stamp)
      expect(seen.readOnly === null).toBe(!isOldest)
      const has = (table: string) => (table in rows ? 'answered' : 'missing')
      expect(await kindOf(store.changes.list({ limit: 1 }))).toBe(has('faucet_serve_changes'))
      expect(await kindOf(store.tenants.list())).toBe(has('faucet_tenants'))
      expect(await kindOf(store.usage.list({ limit: 1 }))).toBe(has('faucet_usage'))
      expect(await kindOf(store.templates.list())).toBe(has('faucet_templates'))
      expect(await kindOf(store.audit.list({ limit: 1 }))).toBe(has('faucet_serve_audit'))
      expect(await kindOf(store.outputs.list({ include_deleted: false, limit: 1 }))).toBe(has('faucet_local_outputs'))
      expect(await kindOf(store.catalog.listDatasets({ limit: 1 }))).toBe(has('faucet_catalog_datasets'))
      if (isOldest) {
        expect(seen.readOnly).toContain('no audit table')
        expect(await kindOf(store.runs.upsert(aRun()))).toBe('read_only')
        expect(await kindOf(store.queue.enqueue({ run: aRun({ status: 'pending' }), isCallerConfig: true }))).toBe(
          'read_only',
        )
      }
    })

    it('is left as it was, to the byte', async () => {
      await store.close()
      const path = pathOf(source)
      if (path !== null) {
        expect(fingerprint(path)).toBe(before)
        expect(['-wal', '-shm'].filter((suffix) => existsSync(path + suffix))).toEqual([])
      } else expect(before).toBeNull()
    })
  })
}

describe('a SQLite store and its twin in Postgres', () => {
  it.each(FILES.map((each) => [`${each.engine}/${each.name}`, each] as const))(
    '%s tell the same',
    async (_, each) => {
      const [left, right] = [await each.open(), await twin(each).open()]
      const names = await namesIn(left)
      const stores = [await connected(left.history), await connected(right.history)] as const
      const [first, second] = await Promise.all(stores.map((store) => everythingIn(store, names)))
      if (first === undefined || second === undefined) throw new Error('two stores were asked')
      expect(Object.keys(second)).toEqual(Object.keys(first))
      expect(told(second)).toEqual(told(first))
      for (const store of stores) await store.close()
      await left.remove()
      await right.remove()
    },
    60_000,
  )
})

describe('the stamp of a later engine', () => {
  it.each([
    ['3', null],
    ['6', null],
    ['7', null],
    ['8', null],
    ['9', 'schema stamp 9'],
    ['99', 'schema stamp 99'],
    ['later', 'schema stamp'],
  ] as const)('%s makes the store %s', async (stamp, reason) => {
    const source = copyOfFile('engine-1.17.0', 'single.db')
    const db = clientOf(source)
    await db.$executeRaw`UPDATE faucet_serve_schema SET version = ${stamp} WHERE id = 'schema'`
    const store = await connected(source.history)
    const { readOnly } = await store.store.capabilities()
    if (reason === null) expect(readOnly).toBeNull()
    else expect(readOnly).toContain(reason)

    const [entry] = await store.audit.list({ limit: 1 })
    if (entry === undefined) throw new Error('its audit is not empty')
    const written = kindOf(store.audit.record({ ...entry, id: '01a2ffff-0000-7000-8000-000000000000' }))
    expect(await written).toBe(reason === null ? 'answered' : 'read_only')
    expect(await store.audit.list({ limit: 1_000 })).toHaveLength(
      (at117['single']?.['faucet_serve_audit'] ?? 0) + (reason === null ? 1 : 0),
    )
    await store.close()
    await db.$disconnect()
    await source.remove()
  })
})

async function namesIn(source: EngineStore): Promise<Names> {
  const db = clientOf(source)
  const column = async (name: string, table: string) => {
    try {
      const rows = await db.$queryRaw<{ name: string }[]>`
        SELECT DISTINCT ${Prisma.raw(name)} AS name FROM ${Prisma.raw(table)}`
      return rows.map((row) => row.name).sort()
    } catch {
      return [] // no such table in the oldest
    }
  }
  const names = {
    pipelines: await column('pipeline', 'faucet_config_snapshots'),
    logged: await column('run_id', 'faucet_serve_run_logs'),
  }
  await db.$disconnect()
  return names
}
