import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { pendingRun } from '@/lib/derive/pending-run'
import { systemClock } from '@/lib/runtime/clock'
import { uuidV7 } from '@/lib/store/kit/ids'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import type { DatabaseUrl } from '@/lib/store/prisma/url'
import { aLine, anEntry } from '../support/audit'
import { anObservation, anUpdate, sink } from '../support/catalog'
import { aChange } from '../support/changes'
import { findEngine, startEngine, until } from '../support/real-engine'
import { aRun } from '../support/records'
import { aDraft } from '../support/templates'
import { aConnection, aTenant } from '../support/tenants'
import { aUsage } from '../support/usage'

const clock = systemClock()
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** An empty folder and an empty database, with the engine's spelling of its address. */
async function aSite(kind: 'sqlite' | 'postgres'): Promise<{ folder: string; url: DatabaseUrl; history: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'engine-'))
  cleanUps.push(async () => rmSync(folder, { recursive: true, force: true }))
  if (kind === 'sqlite') {
    const file = path.join(folder, 'history.db')
    return { folder, url: { kind, file, readonly: false }, history: `sqlite:${file}` }
  }
  const database = `engine_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${database}`)
  cleanUps.push(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await admin.end()
  })
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return { folder, url: { kind, url: url.href }, history: url.href }
}

const configIn = (folder: string) =>
  `version: 1\nname: orders\npipeline:\n  source: { type: csv, config: { path: ${folder}/orders.csv } }\n  sink: { type: jsonl, config: { path: ${folder}/out.jsonl } }\n`

const newRun = (folder: string, more = {}) => {
  const now = clock.now()
  return pendingRun(uuidV7(now), now, {
    config_body: configIn(folder),
    config_format: 'yaml',
    pipeline: 'orders',
    ...more,
  })
}

/** One row of ours in every table that an engine lists. */
async function writeEverywhere(ours: PrismaHistory): Promise<void> {
  const run_id = uuidV7(clock.now())
  await ours.runs.upsert(aRun({ run_id, name: 'ours', finished_at: clock.now(), elapsed_secs: 1 }))
  await ours.logs.record(run_id, [aLine(0)])
  await ours.tenants.upsert(aTenant({ id: 'acme' }))
  // Its runs need no vault: it has no connections.
  await ours.tenants.upsert(aTenant({ id: 'globex' }))
  await ours.tenants.upsertConnection(aConnection({ tenant: 'acme' }))
  await ours.usage.record(aUsage({ recorded_at: clock.now() }))
  await ours.catalog.record(anUpdate({ sink: sink('file://b', { records: 7 }) }))
  await ours.outputs.record(anObservation())
  await ours.templates.register(aDraft({ id: 'orders' }))
  await ours.changes.upsert(aChange({ created_at: clock.now(), updated_at: clock.now() }))
  await ours.audit.record(anEntry({ timestamp: clock.now() }))
}

const LISTS = [
  '/v1/runs',
  '/v1/changes',
  '/v1/templates',
  '/v1/tenants',
  '/v1/tenants/acme/connections',
  '/v1/catalog/datasets',
  '/v1/catalog/lineage',
  '/v1/local-outputs',
  '/v1/usage?include_records=true',
  '/v1/audit',
] as const

it('a real engine is the program that FAUCET_BIN names, else one on the PATH', () => {
  expect(findEngine({ NODE_ENV: 'test' })).toBeNull()
  expect(findEngine({ NODE_ENV: 'test', FAUCET_BIN: process.execPath })).toBe(process.execPath)
  expect(
    findEngine({ NODE_ENV: 'test', FAUCET_BIN: '/nowhere/faucet', PATH: path.dirname(process.execPath) }),
  ).toBeNull()
})

const program = findEngine()
if (program === null)
  console.log('a real engine on our store: left out, there is neither FAUCET_BIN nor faucet on the PATH')
else {
  describe.each(['sqlite', 'postgres'] as const)('a real engine on a store that we made, on %s', (kind) => {
    it('claims what we queued, leaves what we cancelled, lists all of it and stays on its store', async () => {
      const { folder, url, history } = await aSite(kind)
      writeFileSync(path.join(folder, 'orders.csv'), 'id,amount\n1,2.5\n2,3.5\n')
      const options = { clock, instanceId: 'console', clustered: true, leaseTtlMs: 30_000, idempotencyRetentionMs: 1e9 }
      const ours = await openPrismaHistory(url, options)
      cleanUps.push(() => ours.close())
      await writeEverywhere(ours)
      const [wanted, unwanted, owned] = [newRun(folder), newRun(folder), newRun(folder, { tenant: 'globex' })]
      for (const run of [wanted, unwanted, owned])
        expect(await ours.queue.enqueue({ run, isCallerConfig: true })).toBe(true)
      expect(await ours.leases.cancelPending(unwanted.run_id)).toBe(true)

      const flags = [
        '--history',
        history,
        '--no-auth',
        '--cluster',
        '--cluster-poll-secs',
        '1',
        '--lease-ttl-secs',
        '5',
      ]
      const engine = await startEngine(program, folder, flags)
      cleanUps.push(() => engine.stop())
      const ended = async (runId: string) => {
        const read = (await ours.runs.get(runId))?.read()
        return read?.ok && read.record.finished_at !== null ? read.record : null
      }
      await until(async () => (await ended(wanted.run_id)) !== null && (await ended(owned.run_id)) !== null)
      expect(await ended(wanted.run_id)).toMatchObject({ status: 'completed', records_written: 2, error: null })
      expect(await ended(owned.run_id)).toMatchObject({ status: 'completed', tenant: 'globex' })
      expect(await ended(unwanted.run_id)).toMatchObject({ status: 'cancelled', invocations: [] })
      expect((await ours.runs.list({ status: [], limit: 9, tenant: 'globex' })).rows).toHaveLength(1)

      for (const list of LISTS) {
        const answer = await fetch(`${engine.url}${list}`)
        const text = await answer.text()
        expect(answer.status, `${list}: ${text}`).toBe(200)
        expect(text, list).toMatch(/[[{]"/)
      }
      const { runs } = (await (await fetch(`${engine.url}/v1/runs`)).json()) as {
        runs: { run_id: string; name: string }[]
      }
      expect(runs).toHaveLength(4)
      const { run_id } = runs.find((run) => run.name === 'ours') ?? { run_id: '' }
      expect(await (await fetch(`${engine.url}/v1/runs/${run_id}/logs?format=jsonl`)).text()).toContain('line 0')
      const live = (await ours.leases.liveInstances(60_000)).map((member) => member.instance_id)
      expect(live).toHaveLength(1)
      expect(live).not.toContain('console')
      expect(await (await fetch(`${engine.url}/readyz`)).text()).not.toMatch(/"degraded":true/)
      expect(await ours.runs.remove(wanted.run_id)).toBe('deleted')
      expect((await fetch(`${engine.url}/v1/runs/${wanted.run_id}`)).status).toBe(404)
    }, 120_000)

    it('hears what we ask to cancel while it runs', async () => {
      const { folder, url, history } = await aSite(kind)
      const silent = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      cleanUps.push(async () => silent.close().closeAllConnections())
      const { port } = silent.address() as AddressInfo
      const source = `{ type: rest, config: { base_url: "http://127.0.0.1:${port}", path: /items, max_retries: 0 } }`
      const config_body = configIn(folder).replace(/source: .*/, `source: ${source}`)
      const options = { clock, instanceId: 'console', clustered: true, leaseTtlMs: 30_000, idempotencyRetentionMs: 1e9 }
      const ours = await openPrismaHistory(url, options)
      cleanUps.push(() => ours.close())
      const run = newRun(folder, { config_body })
      await ours.queue.enqueue({ run, isCallerConfig: true })
      const flags = [
        '--history',
        history,
        '--no-auth',
        '--cluster',
        '--cluster-poll-secs',
        '1',
        '--lease-ttl-secs',
        '5',
      ]
      const engine = await startEngine(program, folder, flags)
      cleanUps.push(() => engine.stop())
      const status = async () => (await ours.runs.get(run.run_id))?.columns['status']
      await until(async () => (await status()) === 'running')
      expect(await ours.leases.cancelPending(run.run_id)).toBe(false)
      await ours.leases.requestCancel(run.run_id)
      await until(async () => (await status()) !== 'running')
      expect(await status()).toBe('cancelled')
      expect((await ours.insight.runColumns([run.run_id]))[0]?.cancel_requested).toHaveLength(30)
    }, 120_000)
  })
}
