import 'server-only'
import { type BodyText, bodyText } from '@/lib/contract/body'
import { HistoryError } from '@/lib/contract/errors'
import type { TemplatesStore } from '@/lib/contract/ports/templates'
import { TemplateRecord, templateRecordFor } from '@/lib/contract/records/templates'
import { knows } from '@/lib/contract/records/vocabulary'
import { type Stored, stored } from '@/lib/contract/stored'
import { versionOf } from '@/lib/derive/template-versions'
import { backOff, NUMBER_ATTEMPTS, type Sleep } from '@/lib/store/kit/back-off'
import { newestFirst } from '@/lib/store/kit/newest-first'
import { numbersOf, readNumber } from '@/lib/store/kit/template-rows'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { oldestEngineOn } from './oldest-engine'
import { createPrismaTemplateRelease } from './templates-release'
import { pruneTemplate, removalOf } from './templates-removal'

const CHUNK = 400
const COLUMNS = Prisma.sql`id, version, name, created_at, body`

type TemplateRow = { id: string; version: string; name: string | null; created_at: string; body: string }

const storedTemplate = ({ body, ...columns }: TemplateRow): Stored<TemplateRecord> =>
  stored(TemplateRecord, columns, body)

export function createPrismaTemplates(env: PrismaEnv, more: { sleep?: Sleep } = {}): TemplatesStore {
  const { db, clock } = env

  return {
    async register(draft) {
      const oldest = await oldestEngineOn(env)
      for (let round = 1; round <= NUMBER_ATTEMPTS; round++) {
        await backOff(round, more.sleep)
        const now = clock.now()
        const version = Math.max((await versionsOf(env, draft.id))[0] ?? 0, await highestEverGiven(env, draft.id)) + 1
        const record = versionOf(draft, version, shortest(now, now))
        if (!(await insertVersion(env, record, bodyText(templateRecordFor(oldest), record)))) continue
        // The version stands whatever becomes of the old ones: the next registration looks again.
        await pruneTemplate(env, draft.id).catch(() => undefined)
        return record
      }
      throw new HistoryError('backend', `template ${draft.id} got no version number in ${NUMBER_ATTEMPTS} rounds`, {
        transience: 'transient',
      })
    },

    async get(id, version) {
      if (version !== undefined) return getVersion(env, id, String(version))
      // Asked again when the highest one went away between the two statements.
      for (let round = 0; round < NUMBER_ATTEMPTS; round++) {
        const [highest] = await versionsOf(env, id)
        if (highest === undefined) return null
        const row = await getVersion(env, id, String(highest))
        if (row !== null) return row
      }
      return null
    },

    async list() {
      const all = await db.$queryRaw<Pick<TemplateRow, 'id' | 'version'>[]>`SELECT id, version FROM faucet_templates`
      const highest = new Map<string, string>()
      for (const { id, version } of all) {
        const number = readNumber(version)
        if (number !== null && number > (readNumber(highest.get(id)) ?? -1)) highest.set(id, version)
      }
      const keys = [...highest]
      const rows: TemplateRow[] = []
      for (let from = 0; from < keys.length; from += CHUNK) {
        const wanted = keys.slice(from, from + CHUNK).map(([id, version]) => Prisma.sql`(${id}, ${version})`)
        rows.push(
          ...(await db.$queryRaw<TemplateRow[]>`
            SELECT ${COLUMNS} FROM faucet_templates WHERE (id, version) IN (VALUES ${Prisma.join(wanted)})`),
        )
      }
      return rows.sort(newestFirst).map(storedTemplate)
    },

    versions: (id) => versionsOf(env, id),

    async remove(id, version) {
      const counts = await db.$transaction(await removalOf(env, id, version))
      return counts[counts.length - 1] ?? 0
    },

    ...createPrismaTemplateRelease(env, more),
  }
}

async function versionsOf({ db }: PrismaEnv, id: string): Promise<number[]> {
  const rows = await db.$queryRaw<{ version: string }[]>`SELECT version FROM faucet_templates WHERE id = ${id}`
  return numbersOf(rows.map(({ version }) => version))
}

async function getVersion({ db }: PrismaEnv, id: string, version: string): Promise<Stored<TemplateRecord> | null> {
  const [row] = await db.$queryRaw<TemplateRow[]>`
    SELECT ${COLUMNS} FROM faucet_templates WHERE id = ${id} AND version = ${version}`
  return row === undefined ? null : storedTemplate(row)
}

const markOf = (id: string) => `template_hwm:${id}`

/** Engines from 1.16 on remember the highest number a template ever had. */
const remembersNumbers = async (env: PrismaEnv) =>
  knows(await oldestEngineOn(env), '1.16') && (await env.shape.has('faucet_serve_meta'))

async function highestEverGiven(env: PrismaEnv, id: string): Promise<number> {
  if (!(await remembersNumbers(env))) return 0
  const [mark] = await env.db.$queryRaw<{ value: string }[]>`
    SELECT value FROM faucet_serve_meta WHERE key = ${markOf(id)}`
  return readNumber(mark?.value) ?? 0
}

/** False: the number was taken meanwhile. The mark itself is the engines' to raise: no row of theirs in that table is ours. */
async function insertVersion({ db }: PrismaEnv, record: TemplateRecord, body: BodyText): Promise<boolean> {
  const { id, version, name, created_at } = record
  const inserted = await db.$executeRaw`
    INSERT INTO faucet_templates (id, version, name, created_at, body)
    VALUES (${id}, ${String(version)}, ${name ?? null}, ${ts9(created_at)}, ${body}) ON CONFLICT (id, version) DO NOTHING`
  return inserted === 1
}
