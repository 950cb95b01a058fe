import { expect, type Page, test } from '@playwright/test'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'
import { type OwnConsole, startConsole } from './own-console'

const CONFIG = `version: 1
name: people
pipeline:
  source: { type: csv, config: { path: ./people.csv } }
  sink: { type: jsonl, config: { path: ./out/people.jsonl } }
`
const PROBES = {
  invocations: [
    {
      id: 'row-0',
      delivery: 'at-least-once',
      probes: [
        { role: 'source', connector: 'csv', name: 'read', status: 'fail', elapsed_ms: 1, reason: 'no such file <b>' },
        { role: 'sink', connector: 'jsonl', name: 'io', status: 'pass', elapsed_ms: 3 },
      ],
    },
  ],
}

let console: OwnConsole
let engine: StandIn
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  engine = await standInEngine()
  console = await startConsole(['engine-1.13.1', 'single.db'], { FAUCET_CONSOLE_ENGINES: engine.url })
})
test.afterAll(async () => {
  await console.stop()
  await engine.close()
})
test.beforeEach(() => answer({}))

/** What the engine says, by method and path; it knows everybody, and no connectors. */
function answer(says: Readonly<Record<string, [status: number, body: unknown]>>): void {
  engine.respond = (response, { method, url }) => {
    const [status, body] = says[`${method} ${url}`] ?? (url === '/v1/whoami' ? [200, {}] : [404, { error: {} }])
    json(response, status, body)
  }
}

async function open(page: Page, to = '/submit'): Promise<void> {
  await page.goto(`${console.address}/sign-in?next=${encodeURIComponent(to)}`)
  await page.getByLabel('Token').fill('tok-ops-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await page.getByRole('textbox', { name: 'Config' }).fill(CONFIG)
}

test('says that the engine gets it, and what keeps it from that', async ({ page }) => {
  await open(page)
  const line = page.getByRole('region', { name: 'Who would run it' })
  await expect(line).toContainText('The configured engine gets the request, in your name')
  answer({ 'GET /v1/whoami': [401, {}] })
  await page.reload()
  await expect(line).toContainText('it does not know your token')
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toHaveAttribute('aria-disabled', 'true')
})

test('checks the config, and shows what failed where it failed', async ({ page }) => {
  answer({
    'POST /v1/doctor': [422, { error: { code: 'unprocessable', message: '1 probe(s) failed', details: PROBES } }],
  })
  await open(page)
  await page.getByRole('button', { name: 'Check', exact: true }).first().click()
  await expect(page).toHaveURL(/step=review/)
  const table = page.getByRole('region', { name: 'Probes' }).getByRole('row')
  await expect(table).toHaveText([/End/, /source.*csv.*read.*fail.*no such file <b>/, /sink.*jsonl.*io.*pass/])
  await expect(page.getByText('1 of 2 failed')).toBeVisible()
  await page.getByRole('textbox', { name: 'Config' }).press('End')
  await page.keyboard.type(' ')
  await expect(page.getByText('1 of 2 failed · of an earlier text')).toBeVisible()
})

test('plans the config with a sample', async ({ page }) => {
  answer({
    'POST /v1/plan': [
      200,
      {
        row: 'row-0',
        source: 'csv',
        sink: 'jsonl',
        write_mode: 'append',
        transforms: ['cast'],
        delivery_guarantee: 'EffectivelyOnce(KeyedUpsert)',
        quality: false,
        contract: true,
        masking: false,
        schema_drift: null,
        lineage: ['Identity'],
        sample: {
          source: 'request',
          input_records: 1,
          output_records: 1,
          dlq_records: 0,
          inferred_schema: { type: 'object', properties: { born: { type: ['integer', 'null'] } } },
          schema_delta: { additions: ['born'], widenings: [], incompatible: [], schemaless_sink: false },
        },
      },
    ],
  })
  await open(page, '/submit?step=review')
  await page.getByText('Ask for more').click()
  await page.getByRole('textbox', { name: 'Sample records' }).fill('{"born": "1815"}')
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan).toContainText('csv → cast → jsonl')
  await expect(plan).toContainText('effectively once (keyed upsert)')
  await expect(plan).toContainText('new in the sink: born')
  await expect(plan.getByRole('row', { name: /born/ })).toContainText('integer or null')
  const asked = engine.received.findLast(({ url }) => url === '/v1/plan')
  expect(JSON.parse(asked?.body ?? '')).toEqual({ config: CONFIG, config_format: 'yaml', sample: [{ born: '1815' }] })
})

test('shows what the engine refuses as tables, and tries again when there is room', async ({ page }) => {
  answer({ 'POST /v1/runs': [422, { error: { code: 'unprocessable', message: 'preflight failed', details: PROBES } }] })
  await open(page)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Probes' })).toContainText('no such file <b>')
  engine.respond = (response, { url }) => {
    if (url === '/v1/whoami') return json(response, 200, {})
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' })
    response.end('{"error":{"code":"queue_full","message":"run queue is full; retry later"}}')
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('button', { name: /Try again in \d s/ })).toBeDisabled()
  answer({ 'POST /v1/runs': [202, { run_id: '01a05000-0000-7000-8000-0000000000aa', status: 'queued' }] })
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await page.waitForURL(/\/runs\/01a05000-0000-7000-8000-0000000000aa/)
})

test('says that it waits for approval', async ({ page }) => {
  answer({ 'POST /v1/runs': [202, { change_id: 'c-1', change: {}, status: 'pending_approval' }] })
  await open(page, '/submit?step=options')
  await page.getByRole('checkbox', { name: 'Ask for approval' }).check()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByRole('region', { name: 'What is wrong with the form' })).toContainText('Say why')
  await page.getByRole('textbox', { name: 'Reason' }).fill('month end')
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByText('It waits for approval')).toBeVisible()
  await expect(page.getByText('c-1')).toBeVisible()
  const asked = engine.received.findLast(({ url }) => url === '/v1/runs')
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ require_approval: true, reason: 'month end' })
})
