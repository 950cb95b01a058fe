import 'server-only'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { knows } from '@/lib/contract/records/vocabulary'
import { launchPins, namedVersions, versionsToPrune } from '@/lib/derive/template-versions'
import { launchesOf, numbersOf, tagsOf, versionDeprecationsOf } from '@/lib/store/kit/template-rows'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { oldestEngineOn } from './oldest-engine'
import { passedVersions } from './template-tests'

type Statement = ReturnType<PrismaEnv['db']['$executeRaw']>

const POINTERS = ['faucet_template_tags', 'faucet_template_launches', 'faucet_template_version_deprecations'] as const

/** The statements that remove a version, or all of a template, with everything that names it. The last one counts. */
export async function removalOf(env: PrismaEnv, id: string, version: number | 'all'): Promise<Statement[]> {
  const { db, shape } = env
  const present: string[] = []
  for (const table of POINTERS) if (await shape.has(table)) present.push(table)
  const only = version === 'all' ? Prisma.empty : Prisma.sql`AND version = ${String(version)}`
  const statements = present.map((table) => db.$executeRaw`DELETE FROM ${Prisma.raw(table)} WHERE id = ${id} ${only}`)
  if (version === 'all') statements.push(db.$executeRaw`DELETE FROM faucet_template_deprecations WHERE id = ${id}`)
  else if (knows(await oldestEngineOn(env), '1.16')) {
    statements.push(
      db.$executeRaw`
        DELETE FROM faucet_template_deprecations WHERE id = ${id}
        AND NOT EXISTS (SELECT 1 FROM faucet_templates WHERE id = ${id} AND version <> ${String(version)})`,
    )
  }
  statements.push(db.$executeRaw`DELETE FROM faucet_templates WHERE id = ${id} ${only}`)
  return statements
}

/** Keeps the newest versions of a template, as the engines that work on this store do. */
export async function pruneTemplate(env: PrismaEnv, id: string): Promise<void> {
  const { db, shape } = env
  const rows = await db.$queryRaw<{ version: string }[]>`SELECT version FROM faucet_templates WHERE id = ${id}`
  const versions = numbersOf(rows.map(({ version }) => version))
  if (versionsToPrune(versions).length === 0) return
  if ((await shape.current()).stamp === null) {
    const old = versionsToPrune(versions).map(String)
    await db.$executeRaw`DELETE FROM faucet_templates WHERE id = ${id} AND version IN (${Prisma.join(old)})`
    return
  }
  for (const version of versionsToPrune(versions, await spared(env, id))) {
    await db.$transaction(await removalOf(env, id, version))
  }
}

/** What later engines keep however old it is. */
async function spared(env: PrismaEnv, id: string): Promise<Set<number>> {
  const { db, clock } = env
  const now = clock.now()
  const launches = await db.$queryRaw<Record<string, string | null>[]>`
    SELECT seq, version, launched_at, launched_by FROM faucet_template_launches WHERE id = ${id}`
  const tags = await db.$queryRaw<Record<string, string | null>[]>`
    SELECT tag, version, updated_at FROM faucet_template_tags WHERE id = ${id}`
  const kept = namedVersions(launchesOf(launches, now), tagsOf(tags, now))
  if (knows(await oldestEngineOn(env), '1.14')) {
    for (const version of await pinned(env, id)) kept.add(version)
    const retired = await db.$queryRaw<Record<string, string | null>[]>`
      SELECT version, deprecated_at FROM faucet_template_version_deprecations WHERE id = ${id}`
    const isRetired = new Set(versionDeprecationsOf(retired, now).map(({ version }) => version))
    const newest = (await passedVersions(env, id))?.find((version) => !isRetired.has(version))
    if (newest !== undefined) kept.add(newest)
  }
  return kept
}

/** Versions that launch requests still waiting for approval name by number. */
async function pinned({ db }: PrismaEnv, id: string): Promise<number[]> {
  const rows = await db.$queryRaw<{ body: string }[]>`
    SELECT body FROM faucet_serve_changes WHERE status = 'pending' AND kind = 'template_launch'`
  return launchPins(
    rows.map(({ body }) => payloadOf(body)),
    id,
  )
}

function payloadOf(text: string): Json {
  try {
    const body = parseJson(text)
    return isJsonObject(body) ? (body['payload'] ?? null) : null
  } catch {
    return null
  }
}
