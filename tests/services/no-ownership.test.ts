import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { METHODS } from '@/lib/contract/methods'
import { defineQuery } from '@/lib/services/kit/use-case'
import { ADMIN, ctxWorld } from '../support/ctx'
import { aRun } from '../support/records'

/** The console owns no run, registers no instance and does no maintenance of an engine's rows. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  leases: ['liveInstances', 'cancelPending', 'requestCancel'],
  shards: ['progress'],
}
/** Purges are an engine's as well, and a run is never written by the trait's own insert: that would stamp an owner. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  runs: ['upsert', 'purgeExpired'],
  logs: ['record', 'purge'],
  usage: ['record'],
}

const FOLDER = path.resolve(import.meta.dirname, '../../lib/services')
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

interface AnyVerb {
  ask(ctx: object, subject: object, read: () => unknown): Promise<unknown>
  label: string
}
const isVerb = (value: unknown): value is AnyVerb => typeof value === 'function' && 'ask' in value && 'label' in value

async function allVerbs(): Promise<[name: string, verb: AnyVerb][]> {
  const found: [string, AnyVerb][] = []
  for (const file of FILES) {
    const exports: Record<string, unknown> = await import(path.join(FOLDER, file))
    for (const [name, value] of Object.entries(exports)) if (isVerb(value)) found.push([`${file} ${name}`, value])
  }
  return found
}

/** Enough of an input for most verbs to reach the store; what the others say of it does not matter here. */
const INPUT = {
  run_id: 'r',
  tenant: 'acme',
  name: 'n',
  template_id: 't',
  change_id: 'c',
  dataset_id: 'd',
  output_id: 'o',
  topics: 'runs',
  config: 'version: 1',
  reason: 'because',
}

/** Which methods that are not ours a verb reaches for. */
async function touchedBy(verb: AnyVerb): Promise<string[]> {
  const world = ctxWorld()
  await world.store.runs.upsert(aRun({ run_id: 'r', status: 'pending' }))
  const touched: string[] = []
  const watched = Object.fromEntries(
    Object.entries(METHODS).map(([domain, methods]) => {
      const port = world.store[domain as keyof typeof METHODS] as unknown as Record<string, unknown>
      const guarded = Object.keys(methods).map((method) => {
        const isOurs = ALLOWED[domain]?.includes(method) ?? !FORBIDDEN[domain]?.includes(method)
        const refuse = async () => {
          touched.push(`${domain}.${method}`)
          throw new Error('not ours')
        }
        return [method, isOurs ? port[method] : refuse]
      })
      return [domain, Object.fromEntries(guarded)]
    }),
  ) as unknown as Partial<Deps>
  await verb.ask(world.as(ADMIN, watched), {}, () => INPUT).catch(() => undefined)
  return touched
}

it('lets no verb touch what only an engine may', async () => {
  const verbs = await allVerbs()
  expect(verbs.length).toBeGreaterThan(40)
  for (const [name, verb] of verbs) expect([name, ...(await touchedBy(verb))]).toEqual([name])
})

it('would notice one that does', async () => {
  const spec = { label: 'run.get', permission: 'run_read', scope: 'global', input: z.object({}) } as const
  const renews = defineQuery({ ...spec, needs: ['leases'], run: ({ leases }) => leases.renew() })
  const writes = defineQuery({ ...spec, needs: ['runs'], run: ({ runs }) => runs.upsert(aRun()) })
  expect([await touchedBy(renews), await touchedBy(writes)]).toEqual([['leases.renew'], ['runs.upsert']])
})
