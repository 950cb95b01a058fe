import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { chanceOf } from './chance'
import { pastRuns } from './history'
import { fillRegistries } from './registries'
import { fillShowcase } from './showcase'
import type { DemoStore } from './world'

/** In a database that holds this setting, simulated members may work; no other is touched. */
export const DEMO_SETTING = 'demo'
const AGES_MS = 100 * 365 * 86_400_000

type Emptiness = Pick<
  Deps,
  'runs' | 'leases' | 'audit' | 'catalog' | 'changes' | 'tenants' | 'templates' | 'outputs' | 'usage'
>

/** Has nobody ever written to this store? */
export async function isEmptyStore(store: Emptiness): Promise<boolean> {
  const [runs, members, audit, datasets, changes, tenants, templates, usage] = await Promise.all([
    store.runs.list({ status: [], limit: 1 }),
    store.leases.liveInstances(AGES_MS),
    store.audit.list({ limit: 1 }),
    store.catalog.listDatasets({ limit: 1 }),
    store.changes.list({ limit: 1 }),
    store.tenants.list(),
    store.templates.list(),
    store.usage.list({ limit: 1 }),
  ])
  const found = [runs.rows, members, audit, datasets.rows, changes, tenants, templates, usage]
  return found.every((rows) => rows.length === 0)
}

interface FillOptions {
  now: Timestamp
  seed: number
  newId(at: Timestamp): string
}

/** Writes the days before the demo began. The caller has marked the store as a demo. */
export async function fillDemo(store: DemoStore, { now, seed, newId }: FillOptions): Promise<number> {
  const nowMs = Date.parse(now)
  const idAt = (ms: number) => newId(new Date(ms).toISOString() as Timestamp)
  const past = pastRuns(nowMs, chanceOf(seed), idAt)
  for (const { run, lines } of past) {
    await store.runs.upsert(run)
    for (const { usage } of run.invocations) if (usage !== undefined) await store.usage.record(usage)
    if (lines.length > 0) await store.logs.record(run.run_id, lines)
  }
  await fillRegistries({ store, nowMs, newId: idAt })
  return past.length + (await fillShowcase({ store, nowMs, newId: idAt }))
}
