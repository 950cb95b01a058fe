import type { OpenStore } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { Page } from '@/lib/contract/page'
import type { Seq } from '@/lib/contract/records/primitives'
import type { Stored } from '@/lib/contract/stored'

/** What the ports tell of a store: its rows as stored (`text`) or as records, by what was asked. */
export type Everything = Readonly<Record<string, readonly unknown[]>>

const LONG_MS = 100 * 365 * 86_400_000

/** What no port lists: pipelines with a config snapshot, runs with log lines, also those that are gone. */
export interface Names {
  pipelines: readonly string[]
  logged: readonly string[]
}

/** Asks each port for all that it has. What the store has no table for is left out. */
export async function everythingIn(store: OpenStore, { pipelines, logged }: Names): Promise<Everything> {
  const found: Record<string, unknown[]> = {}
  const note = async (name: string, ask: () => Promise<readonly unknown[]>) => {
    try {
      found[name] = [...(found[name] ?? []), ...(await ask())]
    } catch (error) {
      if (!isHistoryError(error) || error.kind !== 'missing') throw error
    }
  }
  const one = async <T>(asked: Promise<T | null>): Promise<T[]> => [await asked].filter((it) => it !== null)

  const runs = await walk((cursor) => store.runs.list({ status: [], limit: 50, ...cursor }))
  await note('runs', async () => runs)
  for (const { columns } of runs) {
    const id = columns['run_id'] ?? ''
    await note('run', () => one(store.runs.get(id)))
    await note('shards', () => store.insight.shardRows(id, 1_000))
    await note('run columns', () => store.insight.runColumns([id]))
  }
  for (const id of logged) {
    await note('logs', () => allLogs(store, id))
    await note('truncated logs', async () => ((await store.logs.list(id, null, 1)).truncated ? [id] : []))
  }
  await note('audit', () => store.audit.list({ limit: 1_000 }))
  await note('members', async () => byId(await store.leases.liveInstances(LONG_MS)))

  const datasets = await walk((cursor) => store.catalog.listDatasets({ limit: 50, ...cursor })).catch(missing)
  if (datasets !== null) await note('datasets', async () => datasets)
  for (const { columns } of datasets ?? []) {
    await note('dataset', () => one(store.catalog.getDataset(columns['id'] ?? '')))
    await note('profiles', () => store.catalog.profileHistory(columns['id'] ?? '', 100))
  }
  await note('edges', () => store.catalog.lineage(null, 32))
  for (const pipeline of pipelines) await note('snapshots', () => one(store.catalog.lastConfigSnapshot(pipeline)))

  await note('outputs', () => store.outputs.list({ include_deleted: true, limit: 0 }))
  await note('changes', () => store.changes.list({ limit: 2_000 }))
  await note('usage', () => store.usage.list({ limit: 0 }))

  const tenants = await store.tenants.list().catch(missing)
  if (tenants !== null) await note('tenants', async () => tenants)
  for (const { columns } of tenants ?? []) {
    const tenant = columns['id'] ?? ''
    await note('connections', () => store.tenants.listConnections(tenant))
    await note('state refs', () => store.tenants.listStateRefs(tenant))
    await note('tenant runs', () => walk((cursor) => store.runs.list({ status: [], tenant, limit: 50, ...cursor })))
  }

  const templates = await store.templates.list().catch(missing)
  if (templates !== null) await note('templates', async () => templates)
  for (const { columns } of templates ?? []) {
    const id = columns['id'] ?? ''
    const versions = await store.templates.versions(id)
    for (const version of versions) await note('versions', () => one(store.templates.get(id, version)))
    await note('tags', async () => (await store.templates.tags(id)).map((tag) => ({ id, ...tag })))
    await note('launches', async () => (await store.templates.launches(id)).map((launch) => ({ id, ...launch })))
    await note('deprecations', () => one(store.templates.deprecation(id)))
    await note('version deprecations', () => store.templates.versionDeprecations(id))
  }
  return found
}

function missing(error: unknown): null {
  if (isHistoryError(error) && error.kind === 'missing') return null
  throw error
}

const byId = <T extends { instance_id: string }>(members: readonly T[]) =>
  members.toSorted((a, b) => (a.instance_id < b.instance_id ? -1 : 1))

async function walk<T>(next: (cursor: { cursor?: string }) => Promise<Page<T>>): Promise<Stored<T>[]> {
  const rows: Stored<T>[] = []
  for (let cursor: { cursor?: string } = {}; ; ) {
    const page = await next(cursor)
    rows.push(...page.rows)
    if (page.next_cursor === undefined) return rows
    cursor = { cursor: page.next_cursor }
  }
}

async function allLogs(store: OpenStore, runId: string): Promise<unknown[]> {
  const lines: unknown[] = []
  for (let after: Seq | null = null; ; ) {
    const page = await store.logs.list(runId, after, 500)
    lines.push(...page.lines.map((line) => ({ run: runId, ...line })))
    const last = page.lines.at(-1)
    if (last === undefined) return lines
    after = last.seq
  }
}

/** Rows that could not be read, with the reason: at any depth, since a dataset holds rows of its own. */
export function unreadableIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(unreadableIn)
  if (typeof value !== 'object' || value === null) return []
  if ('read' in value && typeof value.read === 'function') {
    const read = (value as Stored<unknown>).read()
    return read.ok ? [] : [`${read.reason}: ${(value as Stored<unknown>).text.slice(0, 200)}`]
  }
  return Object.values(value).flatMap(unreadableIn)
}

/** The same without what only one store could say: rows become columns and text. */
export const told = (everything: Everything): unknown => JSON.parse(JSON.stringify(everything, withoutBigint))

const withoutBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
