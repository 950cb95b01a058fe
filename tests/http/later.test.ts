import { afterAll, describe, expect, it } from 'vitest'
import { parseJson } from '@/lib/contract/json'
import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { type Exchange, type Reply, readCaptures, requestOf, type Viewer } from '../support/captures'
import { lacking } from '../support/covers'
import { copyOfFile, type EngineStore, postgresTwin } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'
import { sharedData } from '../support/shared-data'
import { LATER_DIFFERENCES, LATER_ELSEWHERE } from './later-differences'

const ENGINE = 'engine-1.17.0'
/** The made-up keys that the connections and configs of these stores were sealed under. */
const VAULT_KEY = 'vault-key-A-0123456789abcdef0123456789'
const PREVIOUS_KEY = 'vault-key-old-fedcba9876543210fedcba98'
const STORES: readonly [name: string, captures: string, open: () => Promise<EngineStore>][] = [
  ['made by 1.17.0, on SQLite', 'reads-single.jsonl', async () => copyOfFile(ENGINE, 'single.db')],
  ['made by 1.17.0, on Postgres', 'reads-single.jsonl', () => postgresTwin(ENGINE, 'single.db')],
  ['upgraded to 1.17.0, on SQLite', 'reads-upgraded.jsonl', async () => copyOfFile(ENGINE, 'upgraded.db')],
  ['upgraded to 1.17.0, on Postgres', 'reads-upgraded.jsonl', () => postgresTwin(ENGINE, 'upgraded.db')],
]

describe('lists everything that engine 1.17.0 lists, with all members, on a store', () => {
  const used = new Set<string>()
  afterAll(() => {
    expect(LATER_DIFFERENCES.filter(({ reason }) => !used.has(reason))).toEqual([])
  })

  for (const [name, captures, open] of STORES) {
    it(name, async () => {
      const store = await open()
      const runtime = await startRuntime(store.history, {
        FAUCET_CONSOLE_AUTH_CONFIG: sharedData(ENGINE, 'auth.yaml'),
        FAUCET_CONNECT_PROVIDERS: sharedData(ENGINE, 'providers.yaml'),
        FAUCET_VAULT_KEY: VAULT_KEY,
        FAUCET_VAULT_PREVIOUS_KEYS: PREVIOUS_KEY,
      })
      try {
        const { passed, failed } = await replay(runtime, readCaptures(ENGINE, captures), used)
        console.log(`${name}: ${passed} passed, ${failed.length} failed`)
        expect(failed).toEqual([])
      } finally {
        await runtime.close()
        await store.remove()
      }
    }, 300_000)
  }
})

async function replay(runtime: Runtime, exchanges: readonly Exchange[], used: Set<string>) {
  const viewers = new Map<string, Viewer>(runtime.auth.credentials.map((one) => [one.name, one]))
  const newest = () => runtime.deps.audit.list({ limit: 3 })
  let seen = new Set((await newest()).map(({ id }) => id))
  const failed: string[] = []
  let passed = 0
  for (const exchange of exchanges) {
    const why = await complaint(exchange, viewers, used)
    const entries = await newest()
    const filed = entries.filter(({ id }) => !seen.has(id))
    seen = new Set(entries.map(({ id }) => id))
    const problem = why.text ?? (why.isOther ? null : auditProblem(exchange, filed))
    if (problem === null) passed++
    else failed.push(`${exchange.n} ${exchange.method} ${exchange.path} as ${exchange.principal}: ${problem}`)
  }
  return { passed, failed }
}

/** `isOther`: the whole answer is another on purpose, so nothing is said of what is filed with it. */
async function complaint(
  exchange: Exchange,
  viewers: ReadonlyMap<string, Viewer>,
  used: Set<string>,
): Promise<{ text: string | null; isOther: boolean }> {
  const response = await ask(requestOf(exchange, viewers))
  if (response === null) {
    return { text: LATER_ELSEWHERE.includes(exchange.path) ? null : 'no route of ours', isOther: true }
  }
  if (LATER_ELSEWHERE.includes(exchange.path)) return { text: null, isOther: true }
  const reply = await replyOf(response)
  const differences = LATER_DIFFERENCES.filter((one) => one.applies(exchange))
  for (const { reason } of differences) used.add(reason)
  const other = differences.find(({ holds }) => holds !== undefined)
  if (other?.holds !== undefined) return { text: other.holds(reply), isOther: true }
  const left = [...(exchange.volatile ?? []).map(lastName), ...differences.flatMap((one) => one.left ?? [])]
  return { text: compared(exchange, reply, new Set([...left, ...CLOCK])), isOther: false }
}

/** Members that depend on the moment of the answer. */
const CLOCK = ['age_secs', 'elapsed_ms', 'generated_at']
const lastName = (path: string): string => path.split('.').at(-1) ?? path

function compared(exchange: Exchange, reply: Reply, left: ReadonlySet<string>): string | null {
  if (reply.status !== exchange.status) {
    return `status ${reply.status}, engine ${exchange.status}: ${reply.body.slice(0, 160)}`
  }
  if (reply.allow !== (exchange.headers?.['allow'] ?? null)) return `allow ${reply.allow}`
  const kind = exchange.content_type?.split(';')[0]
  if (!exchange.body || exchange.method === 'HEAD' || kind === 'text/event-stream') return null
  if (reply.type?.split(';')[0] !== kind) return `type ${reply.type}, engine ${exchange.content_type}`
  if (kind === 'text/plain' && reply.status >= 400) return null
  if (reply.body === exchange.body) return null
  if (kind !== 'application/json') return `body ${reply.body.slice(0, 160)}, engine ${exchange.body.slice(0, 160)}`
  return lacking(parseJson(reply.body), parseJson(exchange.body), left)
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

function auditProblem({ audit_added: expected = [] }: Exchange, filed: readonly AuditEntry[]): string | null {
  const told = (
    rows: readonly {
      principal?: string | null
      action?: string | null
      run_id?: string | null
      result?: string | null
    }[],
  ) => rows.map(({ principal, action, run_id, result }) => `${principal} ${action} ${run_id ?? '-'} ${result}`)
  const [ours, theirs] = [told(filed), told(expected)]
  return ours.join() === theirs.join()
    ? null
    : `audit rows ${ours.join('; ') || 'none'}, engine ${theirs.join('; ') || 'none'}`
}
