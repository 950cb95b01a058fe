import { bodyText } from '@/lib/contract/body'
import type { CatalogStore } from '@/lib/contract/ports/catalog'
import { PROFILES_RETAINED } from '@/lib/contract/records/catalog'
import { CatalogProfileRecord, ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import { storedProfile, storedSnapshot } from '@/lib/store/kit/catalog-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { keyOf, type MemoryEnv, type TableRow } from './state'

type Profiles = Pick<CatalogStore, 'recordProfile' | 'profileHistory' | 'recordConfigSnapshot' | 'lastConfigSnapshot'>

export function createMemoryProfiles({ state }: MemoryEnv): Profiles {
  const profiles = state.table('faucet_catalog_profiles')
  const snapshots = state.table('faucet_config_snapshots')

  return {
    async recordProfile(datasetId, profile) {
      const at = ts9(profile.recorded_at)
      const body = bodyText(CatalogProfileRecord, profile)
      insert(profiles, keyOf(datasetId, at), { dataset_id: datasetId, recorded_at: at, run_id: profile.run_id, body })
      keepNewest(profiles, datasetId, PROFILES_RETAINED)
    },

    async profileHistory(datasetId, limit) {
      return newestOf(profiles, datasetId, limit).map(storedProfile)
    },

    async recordConfigSnapshot(snapshot) {
      snapshots.set(snapshot.pipeline, {
        pipeline: snapshot.pipeline,
        recorded_at: ts9(snapshot.recorded_at),
        faucet_version: snapshot.faucet_version,
        body: bodyText(ConfigSnapshot, snapshot),
      })
    },

    async lastConfigSnapshot(pipeline) {
      const row = snapshots.get(pipeline)
      return row === undefined ? null : storedSnapshot(row)
    },
  }
}

export function insert(table: Map<string, TableRow>, key: string, row: TableRow): void {
  if (!table.has(key)) table.set(key, row)
}

export const ofDataset = (table: Map<string, TableRow>, id: string): TableRow[] =>
  [...table.values()].filter((row) => row['dataset_id'] === id)

/** The newest rows of a dataset, newest first. */
export const newestOf = (table: Map<string, TableRow>, id: string, limit: number): TableRow[] =>
  ofDataset(table, id)
    .sort((a, b) => ((a['recorded_at'] ?? '') < (b['recorded_at'] ?? '') ? 1 : -1))
    .slice(0, limit)

/** Drops what is older than the newest `kept` rows of a dataset. */
export function keepNewest(table: Map<string, TableRow>, id: string, kept: number): void {
  for (const row of newestOf(table, id, Number.POSITIVE_INFINITY).slice(kept)) {
    table.delete(keyOf(id, row['recorded_at'] ?? ''))
  }
}
