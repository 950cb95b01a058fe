import { afterAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { difference, type Exchange, type Reply, readCaptures, requestOf, type Viewer } from '../support/captures'
import { copyOfFile, type EngineStore, loadedDump, postgresTwin } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'
import { wireServer } from '../support/wire-server'
import { DELIBERATE, ELSEWHERE } from './deliberate'

const ENGINE = 'engine-1.13.1'
type Case = readonly [name: string, captures: string, open: () => Promise<EngineStore>]
const STORES: readonly [Case, Case, Case, Case, Case] = [
  ['single on SQLite', 'reads-single.jsonl', async () => copyOfFile(ENGINE, 'single.db')],
  ['single on Postgres', 'reads-single.jsonl', () => postgresTwin(ENGINE, 'single.db')],
  ['cluster on SQLite', 'reads-cluster.jsonl', async () => copyOfFile(ENGINE, 'cluster.db')],
  ['cluster on Postgres', 'reads-cluster.jsonl', () => postgresTwin(ENGINE, 'cluster.db')],
  ['the Postgres store', 'reads-postgres.jsonl', () => loadedDump(ENGINE, 'postgres.sql.gz')],
]

type Ask = typeof ask

describe('answers what engine 1.13.1 answered on the same rows', () => {
  const used = new Set<string>()
  afterAll(() => {
    // A difference that no longer occurs must not stay on the list.
    expect(DELIBERATE.filter(({ reason }) => !used.has(reason))).toEqual([])
  })

  for (const [name, captures, open] of STORES) {
    it(name, () => holds(name, captures, open, ask), 300_000)
  }

  // As the built console is asked: over a socket, past the framework.
  for (const [name, captures, open] of [STORES[0], STORES[4]]) {
    it(`${name}, over a socket`, async () => {
      const server = await wireServer()
      try {
        await holds(name, captures, open, server.ask)
      } finally {
        await server.close()
      }
    }, 300_000)
  }

  async function holds(name: string, captures: string, open: () => Promise<EngineStore>, asked: Ask): Promise<void> {
    const store = await open()
    const runtime = await startRuntime(store.history)
    try {
      const { passed, failed } = await replay(runtime, readCaptures(ENGINE, captures), used, asked)
      console.log(`${name}: ${passed} passed, ${failed.length} failed`)
      expect(failed).toEqual([])
    } finally {
      await runtime.close()
      await store.remove()
    }
  }
})

async function replay(runtime: Runtime, exchanges: readonly Exchange[], used: Set<string>, asked: Ask) {
  const viewers = new Map<string, Viewer>(runtime.auth.credentials.map((one) => [one.name, one]))
  const trail = await auditTrail(runtime)
  const failed: string[] = []
  let passed = 0
  for (const exchange of exchanges) {
    const why = await complaint(exchange, viewers, trail, used, asked)
    if (why === null) passed++
    else failed.push(`${exchange.n} ${exchange.method} ${exchange.path} as ${exchange.principal}: ${why}`)
  }
  return { passed, failed }
}

async function complaint(
  exchange: Exchange,
  viewers: ReadonlyMap<string, Viewer>,
  filed: () => Promise<AuditEntry[]>,
  used: Set<string>,
  asked: Ask,
): Promise<string | null> {
  const response = await asked(requestOf(exchange, viewers))
  if (response === null) {
    return ELSEWHERE.some(({ path }) => path === exchange.path) ? null : 'no route of ours'
  }
  const reply = await replyOf(response)
  const deliberate = DELIBERATE.find((one) => one.applies(exchange))
  if (deliberate !== undefined) used.add(deliberate.reason)
  const why =
    deliberate?.holds(reply) ?? (deliberate ? null : difference(exchange, reply, viewers.get(exchange.principal ?? '')))
  return why ?? auditDifference(deliberate ? [] : (exchange.audit_added ?? []), await filed())
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response
  const isStream = headers.get('content-type') === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  return {
    status,
    type: headers.get('content-type'),
    allow: headers.get('allow'),
    body: isStream ? '' : await response.text(),
  }
}

/** What was filed since the last look. */
async function auditTrail({ deps }: Runtime): Promise<() => Promise<AuditEntry[]>> {
  const newest = () => deps.audit.list({ limit: 5 })
  let seen = new Set((await newest()).map(({ id }) => id))
  return async () => {
    const entries = await newest()
    const added = entries.filter(({ id }) => !seen.has(id))
    seen = new Set(entries.map(({ id }) => id))
    return added
  }
}

function auditDifference(expected: readonly Record<string, string | null>[], added: readonly AuditEntry[]) {
  const rows = added.map(
    ({ principal, role, action, run_id = null, config_fingerprint = null, source_ip = null, result }) => ({
      principal,
      role,
      action,
      run_id,
      config_fingerprint,
      source_ip,
      result,
    }),
  )
  const same = rows.length === expected.length && rows.every((row, at) => sameRow(row, expected[at] ?? {}))
  return same ? null : `audit rows ${JSON.stringify(rows)}, engine ${JSON.stringify(expected)}`
}

const sameRow = (a: Record<string, string | null>, b: Record<string, string | null>): boolean =>
  Object.keys(a).every((name) => a[name] === b[name])
