import 'server-only'
import { accessSync, constants } from 'node:fs'
import type { OpenStore } from '@/lib/contract/deps'
import type { HistoryError } from '@/lib/contract/errors'
import type { Capabilities, StoreInfo } from '@/lib/contract/ports/store-info'
import type { RunHistory } from '@/lib/contract/run-history'
import type { StoreOptions } from '@/lib/contract/store-options'
import { createPrismaAudit } from './audit'
import { createPrismaBulk } from './bulk'
import { createPrismaCatalog } from './catalog'
import { createPrismaChanges } from './changes'
import { classifyError } from './classify-error'
import { type ClientOptions, type OpenClient, openClient } from './client'
import { createPrismaConsole } from './console'
import type { PrismaEnv } from './env'
import { guard, guardMethods } from './guard'
import { createPrismaInsight } from './insight'
import { createPrismaLeases } from './leases'
import { createPrismaLogs } from './logs'
import { createPrismaOutputs } from './outputs'
import { knock } from './postgres-adapter'
import { createPrismaQueue } from './queue'
import { createPrismaRuns } from './runs'
import { createShapeProbe, createTablesIfEmpty, type ShapeProbe } from './shape'
import { createPrismaShards } from './shards'
import { createPrismaTemplates } from './templates'
import { createPrismaTenants } from './tenants'
import { type DatabaseUrl, whereIs } from './url'
import { createPrismaUsage } from './usage'

export interface PrismaHistory extends OpenStore {
  readonly env: PrismaEnv
}

export interface OpenOptions {
  /** Postgres: tables are looked for in this schema. */
  searchPath?: string
  /** False: what is not there is not made, neither file nor tables. A store that was seen before is never made anew. */
  create?: boolean
}

/** Opens a store: an empty database gets the engine's tables, any other is taken as it is. Rejects with a HistoryError. */
export async function openPrismaHistory(
  url: DatabaseUrl,
  options: StoreOptions,
  { create = true, ...more }: OpenOptions = {},
): Promise<PrismaHistory> {
  const mayCreate = create && !(url.kind === 'sqlite' && url.readonly)
  const asked = mayCreate || url.kind === 'postgres' ? url : { ...url, mustExist: true }
  if (url.kind === 'postgres' && url.prefersTls === true) {
    try {
      return await openWith({ ...more, tls: true })
    } catch (error) {
      if (!isWithoutTls(error)) throw error
    }
  }
  return openWith(more)

  async function openWith(settings: ClientOptions): Promise<PrismaHistory> {
    const client = openClient(asked, settings)
    const { db, dialect } = client
    const shape = createShapeProbe(db, dialect, options.clock, url.kind === 'sqlite' ? whyFileIsReadOnly(url) : null)
    try {
      if (mayCreate) await createTablesIfEmpty(db, dialect)
      await shape.current()
    } catch (cause) {
      await db.$disconnect().catch(() => undefined)
      throw classifyError(cause)
    }
    const env: PrismaEnv = { ...options, db, dialect, shape }
    return {
      ...compose(env),
      insight: guardMethods(createPrismaInsight(env), shape, () => false),
      queue: guardMethods(createPrismaQueue(env), shape, () => true),
      console: guardMethods(createPrismaConsole(env), shape, (name) => name !== 'setting'),
      bulk: guardMethods(createPrismaBulk(env), shape, (name) => !BULK_READS.has(name)),
      store: describes(url, shape),
      env,
      look: () => look(url, client, settings),
      close: () => db.$disconnect(),
    }
  }
}

const BULK_READS: ReadonlySet<string> = new Set(['get', 'list', 'counts', 'runs'])

function compose(env: PrismaEnv): RunHistory {
  const { shape, clustered } = env
  return {
    runs: guard('runs', createPrismaRuns(env), shape),
    leases: guard('leases', createPrismaLeases(env), shape),
    shards: guard('shards', createPrismaShards(env), shape),
    audit: guard('audit', createPrismaAudit(env), shape),
    logs: guard('logs', createPrismaLogs(env), shape),
    catalog: guard('catalog', createPrismaCatalog(env), shape),
    outputs: guard('outputs', createPrismaOutputs(env), shape),
    changes: guard('changes', createPrismaChanges(env), shape),
    tenants: guard('tenants', createPrismaTenants(env), shape),
    usage: guard('usage', createPrismaUsage(env), shape),
    templates: guard('templates', createPrismaTemplates(env), shape),
    health: { degraded: () => false, clustered, durable: true },
  }
}

/** Says what was seen last when the store does not answer; that it is away is for whoever replaces it to say. */
function describes(url: DatabaseUrl, shape: ShapeProbe): StoreInfo {
  const whereabouts = { kind: url.kind, where: whereIs(url), degradedSince: null }
  let last: Capabilities = { ...whereabouts, stamp: null, readOnly: null, tables: {} }
  return {
    async capabilities() {
      const seen = await shape.current().catch(() => undefined)
      if (seen !== undefined) {
        const ofEngines = [...seen.tables].filter(([name]) => !name.startsWith('faucet_console_'))
        const tables = Object.fromEntries(ofEngines.map(([name, columns]) => [name, [...columns]]))
        last = { ...whereabouts, stamp: seen.stamp, readOnly: seen.readOnly, tables }
      }
      return last
    },
  }
}

async function look(url: DatabaseUrl, { db }: OpenClient, settings: ClientOptions): Promise<void> {
  const ways: Promise<unknown>[] = [db.$queryRaw`SELECT 1 AS one`]
  if (url.kind === 'postgres') ways.push(knock({ url: url.url, ...settings }))
  const answers = ways.map((way) => way.catch((cause) => refusedByServer(classifyError(cause))))
  await Promise.any(answers).catch((error: AggregateError) => {
    throw error.errors[0]
  })
}

/** A server that refuses has answered. */
function refusedByServer(error: HistoryError): void {
  if (error.unreachable) throw error
}

function whyFileIsReadOnly({ file, readonly }: DatabaseUrl & { kind: 'sqlite' }): string | null {
  if (readonly) return 'this store was opened with mode=ro: it is shown, not changed'
  try {
    accessSync(file, constants.F_OK)
  } catch {
    return null // not made yet
  }
  try {
    accessSync(file, constants.W_OK)
    return null
  } catch {
    return `the user of this console may not write ${file}: it is shown, not changed`
  }
}

/** The server speaks no TLS; any other trouble with TLS is not a reason to go without. */
const isWithoutTls = (error: unknown): boolean => {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { meta } = at as { meta?: { driverAdapterError?: { cause?: { kind?: string } } } }
    if (meta?.driverAdapterError?.cause?.kind === 'TlsConnectionError') return true
  }
  return false
}
