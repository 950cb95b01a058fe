import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { difference } from '../support/captures'
import { decodeAsEngine, ENGINE_DECODERS } from '../support/engine-records'
import type { Row } from '../support/suite'
import { type Answer, ask } from './asking'
import { type Pair, PEOPLE, type Person } from './pair'
import { TEMPLATES, TENANTS, type World } from './work'

export interface Comparison {
  answers: number
  disagreements: string[]
  rows: number
  undecodable: string[]
}

/** Runs that are under way change what is said about them: a difference counts when it stays. */
const PATIENCE_MS = 15_000

/** What is asked of both whenever nobody is at work. */
const LISTS = [
  '/v1/runs',
  '/v1/runs?limit=500&status=failed,cancelled',
  '/v1/runs?limit=7&status=completed',
  '/v1/runs?limit=500&name=nightly',
  '/v1/runs?limit=500&tenant=acme',
  '/v1/changes?limit=2000',
  '/v1/changes?status=expired',
  '/v1/changes?kind=template-launch&requester=ann',
  '/v1/templates',
  ...TEMPLATES.flatMap((id) => [
    `/v1/templates/${id}`,
    `/v1/templates/${id}?version=1`,
    `/v1/templates/${id}?version=stable`,
  ]),
  '/v1/tenants',
  ...TENANTS.flatMap((id) => [`/v1/tenants/${id}`, `/v1/tenants/${id}/connections`]),
  '/v1/tenants/acme/connections/api',
  '/v1/catalog/datasets?limit=1000',
  '/v1/catalog/datasets?kind=jsonl&q=ORDERS',
  '/v1/catalog/lineage',
  '/v1/local-outputs?include_expired=true&limit=1000',
  '/v1/usage?include_records=true',
  ...['row', 'dataset', 'sink', 'day', 'tenant'].map((by) => `/v1/usage?by=${by}`),
  '/v1/whoami',
]
const FOR_ADMINS = [
  '/v1/audit?limit=1000',
  '/v1/audit?action=run.submit&principal=otto',
  '/v1/audit?tenant=acme&limit=1000',
]
const MISTAKES = [
  '/v1/runs?status=sleeping',
  '/v1/runs?limit=many',
  '/v1/runs?since=yesterday',
  '/v1/runs/none',
  '/v1/runs/none/logs?format=xml',
  '/v1/changes/none',
  '/v1/templates/none',
  '/v1/tenants/none',
  '/v1/catalog/datasets/none',
  '/v1/usage?by=colour',
]
const READERS = ['ann', 'otto', 'vera', 'acme'] as const satisfies readonly Person[]

/** The lists, and of the single things a few, or `all`. */
export async function compare(world: World, result: Comparison, all: boolean): Promise<void> {
  const { pair, random } = world
  for (const who of READERS) {
    // A refusal is filed: the trail would never be quiet.
    for (const question of who === 'ann'
      ? [...LISTS, ...FOR_ADMINS, ...MISTAKES]
      : LISTS.filter((one) => isAllowed(who, one)))
      await agree(pair, who, question, result)
  }
  const runs = await everyRun(pair, result)
  const changes = [...world.changes]
  const datasets = [...world.datasets]
  const few = (ids: readonly string[]) =>
    all || ids.length === 0 ? ids : Array.from({ length: 8 }, () => random.of(ids))
  for (const id of few(runs)) {
    for (const question of ['', '/logs?format=jsonl&limit=10000', '/logs?format=text&after=2'])
      await agree(pair, random.of(READERS), `/v1/runs/${id}${question}`, result)
  }
  for (const id of few(changes)) await agree(pair, random.of(['ann', 'otto', 'vera']), `/v1/changes/${id}`, result)
  for (const id of few(datasets)) await agree(pair, 'ann', `/v1/catalog/datasets/${id}`, result)
  await decodeEverything(pair, runs.length, result)
}

/** A tenant's people see no more than their tenant; what lies outside is refused by some routes, and that is filed. */
const isAllowed = (who: Person, question: string) =>
  PEOPLE[who].tenant === null || /^\/v1\/(runs|whoami|tenants\/acme|usage)/.test(question)

async function agree(pair: Pair, who: Person, question: string, result: Comparison): Promise<Answer> {
  result.answers++
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(250)) {
    // An engine lets a change run out when it lists it as pending, not when it is asked for those that ran out.
    if (question.includes('status=expired')) await ask(pair, 'engine', who, 'GET', '/v1/changes?limit=2000')
    const [theirs, ours] = await Promise.all([
      ask(pair, 'engine', who, 'GET', question),
      ask(pair, 'console', who, 'GET', question),
    ])
    const why = difference(
      {
        ...{ n: 0, group: 'interop', principal: who, method: 'GET', path: question },
        ...{ status: theirs.status, content_type: theirs.type, body: theirs.body },
        ...(theirs.allow !== null && { headers: { allow: theirs.allow } }),
        volatile: [
          // Told live.
          ...(theirs.body.includes('"status":"running"') ? ['elapsed_secs'] : []),
          // What we say of a run for engines from 1.14 on; older ones pass over it, and lose it when they write the run.
          ...(theirs.body.includes('"caller_config"') ? [] : ['caller_config']),
        ],
      },
      ours,
      PEOPLE[who],
    )
    if (ours.body.includes('"unreadable":true')) result.undecodable.push(`${question}: the console marks a row`)
    if (why === null) return theirs
    if (Date.now() > end) {
      result.disagreements.push(`${question} for ${who}: ${why}`)
      return theirs
    }
  }
}

/** Page by page, on both sides. */
async function everyRun(pair: Pair, result: Comparison): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const page = await agree(pair, 'ann', `/v1/runs?limit=500${cursor}`, result)
    const { runs = [], next_cursor } = JSON.parse(page.body) as { runs?: { run_id: string }[]; next_cursor?: string }
    ids.push(...runs.map(({ run_id }) => run_id))
    if (next_cursor === undefined) return ids
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
}

/** Every body as an engine decodes it, columns that follow their body, instants at full width. */
async function decodeEverything({ store }: Pair, listed: number, result: Comparison): Promise<void> {
  const tables = await store.rows()
  const wrong = (what: string) => result.undecodable.push(what)
  for (const [table, rows] of Object.entries(tables)) {
    const key = KEY.get(table) ?? ''
    for (const row of rows) {
      result.rows++
      const where = `${table} ${row[key]}`
      if (isDecoded(table)) {
        try {
          const record = decodeAsEngine(table, row['body'] ?? '')
          if (row['status'] !== undefined && record['status'] !== row['status'])
            wrong(`${where}: status ${row['status']}, in its body ${record['status']}`)
        } catch (error) {
          wrong(`${where}: ${error}`)
        }
      }
      for (const [column, text] of narrow(table, row)) wrong(`${where}: ${column} is ${text}`)
    }
  }
  const kept = tables['faucet_serve_runs']?.length ?? 0
  if (kept !== listed) wrong(`${kept} runs are kept, ${listed} are listed`)
}

const isDecoded = (table: string): table is keyof typeof ENGINE_DECODERS => Object.hasOwn(ENGINE_DECODERS, table)
const KEY = new Map(
  ENGINE_TABLES.flatMap((statement) => {
    const [, table, column] = /^CREATE TABLE IF NOT EXISTS (\S+) \((\w+) /.exec(statement) ?? []
    return table === undefined || column === undefined ? [] : [[table, column] as const]
  }),
)

function narrow(table: string, row: Row): [column: string, text: string][] {
  const width = table === 'faucet_serve_run_logs' ? 24 : 30
  return Object.entries(row).flatMap(([column, text]) =>
    /(_at|_seen|^ts|_heartbeat|_requested)$/.test(column) && text !== null && text !== '' && text.length !== width
      ? [[column, text] as [string, string]]
      : [],
  )
}
