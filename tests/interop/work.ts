import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask, PATIENCE_MS, type Tally, textIn } from './asking'
import { type Pair, PEOPLE, type Person, SIDES, type Side } from './pair'
import type { Random } from './random'

/** What the workers know to be there, or to have been there. */
export interface World {
  pair: Pair
  random: Random
  tally: Tally
  runs: Set<string>
  changes: Set<string>
  datasets: Set<string>
  outputs: Set<string>
  /** One idempotency key for each submission that was given one, with what was submitted. */
  keys: Map<string, { side: Side; body: object; runId: string }>
  serial: number
}

export const newWorld = (pair: Pair, random: Random, tally: Tally): World => ({
  ...{ pair, random, tally },
  ...{ runs: new Set(), changes: new Set(), datasets: new Set(), outputs: new Set() },
  ...{ keys: new Map(), serial: 0 },
})

export const TEMPLATES = ['orders-day', 'orders-week', 'people'] as const
export const TENANTS = ['acme', 'globex', 'initech'] as const
const CONNECTIONS = ['api', 'crm'] as const
const PIPELINES = ['orders', 'invoices', 'stock', 'people'] as const

/** Sends the request; a status that is none of these is a surprise, and the first of them counts as done. */
type Send = (who: Person, method: string, path: string, statuses: readonly number[], body?: unknown) => Promise<Answer>
type Work = (world: World, send: Send, side: Side) => Promise<unknown>
/** `on`: the one side that can. */
interface KindOfWork {
  often: number
  on?: Side
  work: Work
}

const STAFF = ['ann', 'otto', 'olga'] as const
const QUEUE_FULL = 429

const KINDS: Record<string, KindOfWork> = {
  'submit a run': { often: 14, work: (world, send, side) => submit(world, send, side, config(world)) },
  'submit a run that fails': {
    often: 4,
    work: (world, send, side) => submit(world, send, side, config(world, csv('nowhere.csv', world))),
  },
  'submit a slow run': {
    often: 3,
    work: (world, send, side) => submit(world, send, side, config(world, slow(world))),
  },
  'submit a run again': {
    often: 2,
    async work({ random, keys }, send, side) {
      const [key, first] = random.any(new Set([...keys].filter(([, one]) => one.side === side))) ?? []
      if (key === undefined || first === undefined) return
      const answer = await send('otto', 'POST', '/v1/runs', [202, 404], first.body)
      if (answer.status === 202 && textIn(answer, 'run_id') !== first.runId)
        throw new Error(`the key ${key} gave another run than before: ${answer.body}`)
    },
  },
  'submit a run for a tenant': {
    often: 4,
    async work(world, send) {
      const tenant = world.random.of(TENANTS)
      const body = { config: config(world), name: `for ${tenant}` }
      keep(world.runs, await send('otto', 'POST', `/v1/tenants/${tenant}/runs`, [202, 404, 409, QUEUE_FULL], body))
    },
  },
  'cancel a run': {
    often: 6,
    async work({ random, runs }, send) {
      const id = random.chance(0.5) ? newest(runs) : random.any(runs)
      if (id) await send(random.of(STAFF), 'POST', `/v1/runs/${id}/cancel`, [202, 200, 404])
    },
  },
  'delete a run': {
    often: 4,
    async work({ random, runs, keys }, send) {
      const id = random.any(runs)
      // With its run a key is free again: what it gives then is another run.
      if (id === undefined || [...keys.values()].some(({ runId }) => runId === id)) return
      const { status } = await send(random.of(STAFF), 'DELETE', `/v1/runs/${id}`, [204, 404, 409])
      if (status !== 409) runs.delete(id)
    },
  },
  'register a template': {
    often: 4,
    work: (world, send) =>
      send('ann', 'POST', '/v1/templates', [201], {
        config: template(world, world.random.of(TEMPLATES)),
        description: `version ${++world.serial}`,
      }),
  },
  'launch a template': {
    often: 3,
    work: ({ random }, send) =>
      send('ann', 'POST', `/v1/templates/${random.of(TEMPLATES)}/launch`, [200, 404, 409, 422], {
        ...(random.chance(0.5) && { version: 1 + random.below(4) }),
      }),
  },
  'roll back a template': {
    often: 1,
    work: ({ random }, send) =>
      send('ann', 'POST', `/v1/templates/${random.of(TEMPLATES)}/rollback`, [200, 404, 409, 422], {}),
  },
  'tag a template': {
    often: 3,
    work: ({ random }, send) =>
      send('ann', 'POST', `/v1/templates/${random.of(TEMPLATES)}/tags`, [200, 404, 422], {
        tag: random.of(['dev', 'canary', 'prod']),
        ...(random.chance(0.5) && { version: 1 + random.below(4) }),
      }),
  },
  'deprecate a template': {
    often: 1,
    work: ({ random }, send) =>
      send('ann', 'POST', `/v1/templates/${random.of(TEMPLATES)}/deprecate`, [200, 404], {
        ...(random.chance(0.3) ? { reason: 'old' } : { undo: true }),
      }),
  },
  'deprecate a version': {
    often: 2,
    work: ({ random }, send) => {
      const route = `/v1/templates/${random.of(TEMPLATES)}/versions/${1 + random.below(4)}/deprecate`
      return send('ann', 'POST', route, [200, 404, 422], random.chance(0.5) ? { reason: 'bad' } : { undo: true })
    },
  },
  'delete a version': {
    often: 1,
    work: ({ random }, send) =>
      send('ann', 'DELETE', `/v1/templates/${random.of(TEMPLATES)}?version=${1 + random.below(6)}`, [204, 404, 409]),
  },
  'run a template': {
    often: 4,
    async work(world, send) {
      const id = world.random.of(TEMPLATES)
      const body = { params: { day: `d${++world.serial}` } }
      keep(world.runs, await send('otto', 'POST', `/v1/templates/${id}/runs`, [202, 404, 409, 422, QUEUE_FULL], body))
    },
  },
  'add a tenant': {
    often: 3,
    work: ({ random }, send) => send('ann', 'POST', '/v1/tenants', [201, 409], { id: random.of(TENANTS), name: 'One' }),
  },
  'change a tenant': {
    often: 3,
    work: ({ random }, send) =>
      send('ann', 'PATCH', `/v1/tenants/${random.of(TENANTS)}`, [200, 404], {
        suspended: random.chance(0.2),
        limits: { max_concurrent_runs: 2 + random.below(9), max_records_per_run: 1_000 },
      }),
  },
  'delete a tenant': {
    often: 1,
    on: 'engine',
    work: ({ random }, send) => send('ann', 'DELETE', `/v1/tenants/${random.of(TENANTS)}`, [200, 404, 409]),
  },
  'add a connection': {
    often: 3,
    work: ({ random, serial }, send) =>
      send('otto', 'POST', `/v1/tenants/${random.of(TENANTS)}/connections`, [201, 404, 409], {
        name: random.of(CONNECTIONS),
        provider: { type: 'static', config: { token: `secret-${serial}-0123456789` } },
      }),
  },
  'change a connection': {
    often: 3,
    work: ({ random, serial }, send) =>
      send('otto', 'PUT', `/v1/tenants/${random.of(TENANTS)}/connections/${random.of(CONNECTIONS)}`, [200, 404], {
        provider: { type: 'static', config: { header: 'X-Key', value: `secret-${serial}-0123456789` } },
      }),
  },
  'delete a connection': {
    often: 1,
    work: ({ random }, send) =>
      send('otto', 'DELETE', `/v1/tenants/${random.of(TENANTS)}/connections/${random.of(CONNECTIONS)}`, [204, 404]),
  },
  'propose a run': {
    often: 3,
    async work(world, send) {
      const payload = { config: config(world), name: 'proposed' }
      keep(
        world.changes,
        await send('otto', 'POST', '/v1/changes', [201], { kind: 'run', payload, reason: 'why' }),
        'id',
      )
    },
  },
  'propose a launch': {
    often: 2,
    async work(world, send) {
      const body = { kind: 'template_launch', payload: { id: world.random.of(TEMPLATES), version: 'newest' } }
      keep(world.changes, await send('ann', 'POST', '/v1/changes', [201, 404, 422], body), 'id')
    },
  },
  'approve a change': {
    often: 5,
    async work({ random, changes }, send) {
      const id = random.any(changes)
      if (id === undefined) return
      await send(random.of(['olga', 'ann', 'otto']), 'POST', `/v1/changes/${id}/approve`, [200, 403, 409], {})
    },
  },
  'reject a change': {
    often: 2,
    async work({ random, changes }, send) {
      const id = random.any(changes)
      if (id === undefined) return
      await send(random.of(STAFF), 'POST', `/v1/changes/${id}/reject`, [200, 403, 409], { reason: 'not now' })
    },
  },
  'annotate a dataset': {
    often: 3,
    async work(world, send) {
      const { random, datasets } = world
      if (datasets.size === 0) await learn(world, send, '/v1/catalog/datasets', 'datasets')
      const id = random.any(datasets)
      if (id === undefined) return
      await send('otto', 'POST', `/v1/catalog/datasets/${id}/consumers`, [200, 404], {
        owners: [random.of(['sales', 'finance'])],
        consumers: [{ name: random.of(['board', 'model']), kind: 'dashboard', columns: ['amount'] }],
        replace: random.chance(0.3),
      })
    },
  },
  'delete a file': {
    often: 1,
    on: 'engine',
    async work(world, send) {
      if (world.outputs.size === 0) await learn(world, send, '/v1/local-outputs', 'outputs')
      const id = world.random.any(world.outputs)
      if (id === undefined) return
      world.outputs.delete(id)
      await send('otto', 'DELETE', `/v1/local-outputs/${id}`, [200, 404, 409])
    },
  },
  'be refused': {
    often: 1,
    work: async ({ random, runs }, send) => {
      const id = newest(runs)
      if (id === undefined) return
      await send('vera', 'GET', '/v1/audit', [403])
      await send('vera', 'DELETE', `/v1/runs/${id}`, [403])
      await send('acme', 'POST', `/v1/tenants/${random.of(['globex', 'initech'])}/runs`, [404, 403], { config: 'x' })
    },
  },
  'look around': {
    often: 8,
    work: ({ random, runs }, send) => {
      const id = random.any(runs) ?? 'none'
      const question = random.of([
        '/v1/runs?limit=50',
        '/v1/runs?status=running,pending',
        `/v1/runs/${id}`,
        `/v1/runs/${id}/logs?format=text`,
        '/v1/templates',
        '/v1/changes',
        '/v1/catalog/lineage',
        '/v1/usage?by=day',
        '/v1/local-outputs',
      ])
      return send(random.of(['ann', 'otto', 'vera']), 'GET', question, [200, 404])
    },
  },
  'follow a log to its end': { often: 1, work: follow },
}

const LOTS = Object.entries(KINDS).flatMap(([name, { often }]) => Array.from({ length: often }, () => name))

/** Some work by somebody on some side. */
export async function workOnce(world: World): Promise<void> {
  const { pair, random, tally } = world
  const name = random.of(LOTS)
  const kind = KINDS[name]
  if (kind === undefined) return
  const side = kind.on ?? random.of(SIDES)
  const send: Send = async (who, method, path, statuses, body) => {
    tally.requests[side]++
    const answer = await ask(pair, side, who, method, path, body)
    if (!statuses.includes(answer.status)) {
      tally.surprises.push(
        `${side}: ${name}: ${method} ${path} by ${who}: ${answer.status} ${answer.body.slice(0, 300)}`,
      )
    }
    if (answer.status === statuses[0]) count(tally, name, side)
    return answer
  }
  try {
    await kind.work(world, send, side)
  } catch (error) {
    tally.surprises.push(`${side}: ${name}: ${error}`)
  }
}

const count = ({ done }: Tally, name: string, side: Side) => {
  const times = done.get(name) ?? { engine: 0, console: 0 }
  times[side]++
  done.set(name, times)
}

/** What no side that can do it has done once. */
export const neverDone = ({ done }: Tally): string[] =>
  Object.entries(KINDS).flatMap(([name, { on }]) =>
    SIDES.filter((side) => (on ?? side) === side && (done.get(name)?.[side] ?? 0) === 0).map(
      (side) => `${name}, on the ${side}`,
    ),
  )

// --- runs ---------------------------------------------------------------------------------------------------------------

const csv = (file: string, { pair }: World) => `{ type: csv, config: { path: ${path.join(pair.folder, file)} } }`

const slow = ({ pair }: World) =>
  `{ type: rest, config: { base_url: ${pair.slowSource}, path: /items, method: GET, records_path: "$.items[*]",
      pagination: { type: PageNumber, param_name: page, start_page: 1 }, retry_backoff: 1 } }`

/** Each run writes a file of its own, so that none waits for another. */
function config(world: World, source = csv('orders.csv', world)): string {
  const pipeline = world.random.of(PIPELINES)
  const out = path.join(world.pair.folder, 'out', `${pipeline}-${++world.serial}.jsonl`)
  return [
    'version: 1',
    `name: ${pipeline}`,
    'pipeline:',
    `  source: ${source}`,
    `  sink: { type: jsonl, config: { path: ${out} } }`,
    '',
  ].join('\n')
}

const template = ({ pair, random }: World, name: string) =>
  [
    'kind: pipeline',
    'version: 1',
    `name: ${name}`,
    'params:',
    '  day: { type: string, required: true, description: "Which day" }',
    `  batch: { type: int, default: ${100 + random.below(900)} }`,
    'pipeline:',
    `  source: { type: csv, config: { path: ${path.join(pair.folder, 'orders.csv')} } }`,
    `  sink: { type: jsonl, config: { path: "${path.join(pair.folder, 'out', `${name}-`)}\${param.day}.jsonl" } }`,
    '',
  ].join('\n')

async function submit(world: World, send: Send, side: Side, text: string): Promise<void> {
  const { random, runs, keys } = world
  // One writer per key: what an engine hashes nobody else can.
  const key = random.chance(0.3) ? `${side}-${++world.serial}` : undefined
  const body = {
    config: text,
    ...(random.chance(0.7) && { name: random.of(['nightly', 'by hand', 'ü 😀 "quoted"']) }),
    ...(random.chance(0.5) && { labels: { team: random.of(['sales', 'ops']), via: side } }),
    ...(random.chance(0.1) && { timeout_secs: 600, concurrency: 2 }),
    ...(random.chance(0.1) && { budget: { max_records: 10_000 } }),
    ...(key !== undefined && { idempotency_key: key }),
  }
  const answer = await send(random.of(STAFF), 'POST', '/v1/runs', [202, QUEUE_FULL], body)
  keep(runs, answer)
  const runId = textIn(answer, 'run_id')
  if (key !== undefined && runId !== undefined) keys.set(key, { side, body, runId })
}

/** Server-sent events until `end`. Each line is one of those that are kept. */
async function follow({ pair, runs, tally }: World, send: Send, side: Side): Promise<void> {
  const id = newest(runs)
  if (id === undefined) return
  const response = await fetch(`${pair.url[side]}/v1/runs/${id}/logs`, {
    headers: { authorization: `Bearer ${PEOPLE.otto.token}`, accept: 'text/event-stream' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  tally.requests[side]++
  const text = await response.text()
  if (response.status === 404) return
  if (response.status !== 200 || !/event: ?end\n/.test(text)) {
    throw new Error(`the log of ${id} did not end: ${response.status} ${text.slice(-200)}`)
  }
  await sleep(200)
  const kept = await send('otto', 'GET', `/v1/runs/${id}/logs?format=text&limit=10000`, [200, 404])
  const lines = [...text.matchAll(/event: ?log\ndata: ?(.*)/g)].map(([, line = '']) => line)
  const unknown = lines.filter((line) => !kept.body.includes(line))
  if (side === 'console' && kept.status === 200 && unknown.length > 0) {
    throw new Error(`lines of ${id} that nobody keeps: ${unknown[0]}`)
  }
}

// --- what is there --------------------------------------------------------------------------------------------------------

function keep(set: Set<string>, answer: Answer, name = 'run_id'): void {
  const id = textIn(answer, name)
  if (id !== undefined && answer.status < 300) set.add(id)
}

const newest = (set: ReadonlySet<string>): string | undefined => [...set].at(-1)

async function learn(world: World, send: Send, route: string, name: 'datasets' | 'outputs'): Promise<void> {
  const { body } = await send('ann', 'GET', `${route}?limit=200`, [200])
  for (const [, id = ''] of body.matchAll(/"id":"([0-9a-f]{16})"/g)) world[name].add(id)
}
