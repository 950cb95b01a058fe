import 'server-only'
import { HistoryError } from '@/lib/contract/errors'
import type { TemplatesStore } from '@/lib/contract/ports/templates'
import type { LaunchRecord } from '@/lib/contract/records/templates'
import { backOff, NUMBER_ATTEMPTS, type Sleep } from '@/lib/store/kit/back-off'
import {
  deprecationColumns,
  deprecationOf,
  launchesOf,
  tagsOf,
  versionDeprecationsOf,
} from '@/lib/store/kit/template-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

type Release = Omit<TemplatesStore, 'register' | 'get' | 'list' | 'versions' | 'remove'>
type Row = Record<string, string | null>

/** Channels, launches and deprecations: who gets which version. */
export function createPrismaTemplateRelease(env: PrismaEnv, more: { sleep?: Sleep } = {}): Release {
  const { db, clock, shape } = env

  return {
    async setTag(id, tag, version) {
      // Evidence belongs to the version a channel moved to; nothing vouches for what is set here.
      const forget = (await hasEvidence(env, 'faucet_template_tags')) ? Prisma.sql`, evidence = NULL` : Prisma.empty
      await db.$executeRaw`
        INSERT INTO faucet_template_tags (id, tag, version, updated_at)
        VALUES (${id}, ${tag}, ${String(version)}, ${ts9(clock.now())})
        ON CONFLICT (id, tag) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at ${forget}`
    },

    async tags(id) {
      const rows = await db.$queryRaw<Row[]>`
        SELECT tag, version, updated_at ${await evidence(env, 'faucet_template_tags')}
        FROM faucet_template_tags WHERE id = ${id}`
      return tagsOf(rows, clock.now())
    },

    async removeTag(id, tag) {
      return (await db.$executeRaw`DELETE FROM faucet_template_tags WHERE id = ${id} AND tag = ${tag}`) > 0
    },

    async launch(id, version, by) {
      for (let round = 1; round <= NUMBER_ATTEMPTS; round++) {
        await backOff(round, more.sleep)
        // Looked at in every round: who lost the number to the same version has nothing left to do.
        const [newest] = await launchLog(env, id)
        if (newest?.version === version) return null
        const seq = (newest?.seq ?? 0) + 1
        const inserted = await db.$executeRaw`
          INSERT INTO faucet_template_launches (id, seq, version, launched_at, launched_by)
          VALUES (${id}, ${String(seq)}, ${String(version)}, ${ts9(clock.now())}, ${by})
          ON CONFLICT (id, seq) DO NOTHING`
        if (inserted === 1) return seq
      }
      throw new HistoryError('backend', `no launch of template ${id} in ${NUMBER_ATTEMPTS} rounds`, {
        transience: 'transient',
      })
    },

    launches: (id) => launchLog(env, id),

    async setDeprecation(id, deprecation) {
      if (deprecation === null) {
        await db.$executeRaw`DELETE FROM faucet_template_deprecations WHERE id = ${id}`
        return
      }
      const { deprecated_at, deprecated_by, reason } = deprecationColumns(deprecation)
      await db.$executeRaw`
        INSERT INTO faucet_template_deprecations (id, deprecated_at, deprecated_by, reason)
        VALUES (${id}, ${deprecated_at}, ${deprecated_by}, ${reason})
        ON CONFLICT (id) DO UPDATE SET deprecated_at = excluded.deprecated_at,
          deprecated_by = excluded.deprecated_by, reason = excluded.reason`
    },

    async deprecation(id) {
      const [row] = await db.$queryRaw<Row[]>`
        SELECT deprecated_at, deprecated_by, reason FROM faucet_template_deprecations WHERE id = ${id}`
      return row === undefined ? null : deprecationOf(row, clock.now())
    },

    async setVersionDeprecation(id, version, deprecation) {
      if (deprecation === null) {
        await db.$executeRaw`
          DELETE FROM faucet_template_version_deprecations WHERE id = ${id} AND version = ${String(version)}`
        return
      }
      const { deprecated_at, deprecated_by, reason } = deprecationColumns(deprecation)
      await db.$executeRaw`
        INSERT INTO faucet_template_version_deprecations (id, version, deprecated_at, deprecated_by, reason)
        VALUES (${id}, ${String(version)}, ${deprecated_at}, ${deprecated_by}, ${reason})
        ON CONFLICT (id, version) DO UPDATE SET deprecated_at = excluded.deprecated_at,
          deprecated_by = excluded.deprecated_by, reason = excluded.reason`
    },

    async versionDeprecations(id) {
      // The one companion that came later than the registry: where it is missing, nothing can be deprecated.
      if ((await shape.has('faucet_templates')) && !(await shape.has('faucet_template_version_deprecations'))) return []
      const rows = await db.$queryRaw<Row[]>`
        SELECT version, deprecated_at, deprecated_by, reason FROM faucet_template_version_deprecations WHERE id = ${id}`
      return versionDeprecationsOf(rows, clock.now())
    },
  }
}

async function launchLog(env: PrismaEnv, id: string): Promise<LaunchRecord[]> {
  const rows = await env.db.$queryRaw<Row[]>`
    SELECT seq, version, launched_at, launched_by ${await evidence(env, 'faucet_template_launches')}
    FROM faucet_template_launches WHERE id = ${id}`
  return launchesOf(rows, env.clock.now())
}

const hasEvidence = ({ shape }: PrismaEnv, table: string) => shape.has(table, 'evidence')
const evidence = async (env: PrismaEnv, table: string) =>
  (await hasEvidence(env, table)) ? Prisma.sql`, evidence` : Prisma.empty
