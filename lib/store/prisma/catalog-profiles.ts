import 'server-only'
import { bodyText } from '@/lib/contract/body'
import type { CatalogStore } from '@/lib/contract/ports/catalog'
import { PROFILES_RETAINED } from '@/lib/contract/records/catalog'
import { CatalogProfileRecord, ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import type { Stored } from '@/lib/contract/stored'
import { storedProfile, storedSnapshot } from '@/lib/store/kit/catalog-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import type { PrismaEnv } from './env'

type Profiles = Pick<CatalogStore, 'recordProfile' | 'profileHistory' | 'recordConfigSnapshot' | 'lastConfigSnapshot'>

export function createPrismaProfiles(env: PrismaEnv): Profiles {
  const { db } = env

  return {
    async recordProfile(datasetId, profile) {
      const body = bodyText(CatalogProfileRecord, profile)
      await db.$executeRaw`
        INSERT INTO faucet_catalog_profiles (dataset_id, recorded_at, run_id, body)
        VALUES (${datasetId}, ${ts9(profile.recorded_at)}, ${profile.run_id}, ${body})
        ON CONFLICT (dataset_id, recorded_at) DO NOTHING`
      await db.$executeRaw`
        DELETE FROM faucet_catalog_profiles WHERE dataset_id = ${datasetId} AND recorded_at < (
          SELECT recorded_at FROM faucet_catalog_profiles WHERE dataset_id = ${datasetId}
          ORDER BY recorded_at DESC LIMIT 1 OFFSET ${PROFILES_RETAINED - 1})`
    },

    profileHistory: (datasetId, limit) => newestProfiles(env, datasetId, limit),

    async recordConfigSnapshot(snapshot) {
      const { pipeline, recorded_at, faucet_version } = snapshot
      const body = bodyText(ConfigSnapshot, snapshot)
      await db.$executeRaw`
        INSERT INTO faucet_config_snapshots (pipeline, recorded_at, faucet_version, body)
        VALUES (${pipeline}, ${ts9(recorded_at)}, ${faucet_version}, ${body})
        ON CONFLICT (pipeline) DO UPDATE SET recorded_at = excluded.recorded_at,
          faucet_version = excluded.faucet_version, body = excluded.body`
    },

    async lastConfigSnapshot(pipeline) {
      const [row] = await db.$queryRaw<
        { pipeline: string; recorded_at: string; faucet_version: string; body: string }[]
      >`
        SELECT pipeline, recorded_at, faucet_version, body FROM faucet_config_snapshots WHERE pipeline = ${pipeline}`
      return row === undefined ? null : storedSnapshot(row)
    },
  }
}

async function newestProfiles({ db }: PrismaEnv, datasetId: string, limit: number) {
  const rows = await db.$queryRaw<{ dataset_id: string; recorded_at: string; run_id: string; body: string }[]>`
    SELECT dataset_id, recorded_at, run_id, body FROM faucet_catalog_profiles WHERE dataset_id = ${datasetId}
    ORDER BY recorded_at DESC LIMIT ${limit}`
  return rows.map(storedProfile)
}

/** The profiles for a dataset's page; engines before 1.13 keep none. */
export async function profilesOf(
  env: PrismaEnv,
  datasetId: string,
  limit: number,
): Promise<Stored<CatalogProfileRecord>[]> {
  return (await env.shape.has('faucet_catalog_profiles')) ? newestProfiles(env, datasetId, limit) : []
}
