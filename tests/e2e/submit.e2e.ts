import { expect, type Page, test } from '@playwright/test'
import { beat, type OwnConsole, startConsole } from './own-console'
import { expectAccessible, expectNoSidewaysScroll, watch } from './visitor'

const CONFIG = `version: 1
name: people
pipeline:
  source: { type: csv, config: { path: ./people.csv } } # kept to the letter
  sink: { type: jsonl, config: { path: ./out/people.jsonl } }
`

let console: OwnConsole
// One after another: they say in turn who lives.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  console = await startConsole(['engine-1.13.1', 'cluster.db'])
})
test.afterAll(() => console.stop())

async function open(page: Page, token: string, to = '/submit'): Promise<void> {
  await page.goto(`${console.address}/sign-in?next=${encodeURIComponent(to)}`)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}
const members = (count: number) => console.store((db) => beat(db, count))
interface Row {
  [column: string]: string | null
}
const rows = () => console.store((db) => db.prepare('SELECT * FROM faucet_serve_runs').all() as Row[])

test('says that nobody would run it, and keeps Run off with the reason', async ({ page }) => {
  members(0)
  const before = rows().length
  await open(page, 'tok-ops-one')
  await expect(page.getByRole('region', { name: 'Who would run it' })).toContainText(
    'no member of a cluster has been seen on this store within the last 30 s',
  )
  await page.getByRole('textbox', { name: 'Config' }).fill(CONFIG)
  const run = page.getByRole('button', { name: 'Run', exact: true })
  await expect(run).toHaveAttribute('aria-disabled', 'true')
  await expect(run).toHaveAccessibleDescription(/Nobody would run it/)
  await run.click({ force: true })
  await expect(page).toHaveURL(/\/submit$/)
  expect(rows()).toHaveLength(before)
})

test('writes the row that an engine would have written, and goes to it', async ({ page }) => {
  members(2)
  const before = new Set(rows().map(({ run_id }) => run_id))
  await open(page, 'tok-ops-one')
  await expect(page.getByRole('region', { name: 'Who would run it' })).toContainText('2 live members')
  await page.getByRole('textbox', { name: 'Config' }).fill(CONFIG)
  await page.getByRole('link', { name: 'Options' }).click()
  await expect(page).toHaveURL(/\/submit\?step=options$/)
  await page.getByRole('textbox', { name: 'Name' }).fill('from the page')
  await page.getByRole('textbox', { name: 'Time-out' }).fill('30m')
  await page.getByRole('textbox', { name: 'Key of label 1' }).fill('team')
  await page.getByRole('textbox', { name: 'Value of label 1' }).fill('data')
  // Enter in a field starts nothing.
  await page.getByRole('textbox', { name: 'Value of label 1' }).press('Enter')
  const key = await page.getByRole('textbox', { name: 'Idempotency key' }).inputValue()
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  await expect(page).toHaveURL(/\/submit\?step=options$/)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.waitForURL(/\/runs\//)

  const [row, ...more] = rows().filter(({ run_id }) => !before.has(run_id))
  expect(more).toEqual([])
  if (row === undefined) throw new Error('no row was written')
  const { body, submitted_at, run_id, ...columns } = row
  expect(page.url()).toContain(run_id)
  expect(columns).toEqual({
    name: 'from the page',
    status: 'pending',
    finished_at: null,
    idempotency_key: key,
    owner: null,
    lease_expires_at: null,
    cancel_requested: null,
  })
  expect(submitted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
  // The members of an engine's own pending row, in its order; `caller_config` is what marks it as somebody's own.
  expect(body?.replace(/"submitted_at":"[^"]+"/, '"submitted_at":""')).toBe(
    JSON.stringify({
      run_id,
      name: 'from the page',
      labels: { pipeline: 'people', team: 'data' },
      status: 'pending',
      submitted_at: '',
      started_at: null,
      finished_at: null,
      elapsed_secs: null,
      records_written: 0,
      invocations: [],
      error: null,
      idempotency_key: key,
      config_body: CONFIG,
      config_format: 'yaml',
      timeout_secs: 1800,
      attempt: 0,
      caller_config: true,
    }),
  )
  const filed = console.store((db) =>
    db.prepare('SELECT principal, action, result FROM faucet_serve_audit WHERE run_id = ?').all(run_id),
  )
  expect(filed).toEqual([{ principal: 'ops-one', action: 'run.submit', result: 'ok' }])
})

test('ties what is wrong to its field, and leads there', async ({ page }) => {
  members(1)
  const before = rows().length
  await open(page, 'tok-ops-one', '/submit?step=options')
  await page.getByRole('textbox', { name: 'Time-out' }).fill('soon')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const list = page.getByRole('region', { name: 'What is wrong with the form' })
  await expect(list.getByRole('button')).toHaveCount(2)
  await page.getByRole('link', { name: 'Review' }).click()
  await list.getByRole('button', { name: /length of time/ }).click()
  await expect(page.getByRole('textbox', { name: 'Time-out' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Time-out' })).toHaveAccessibleDescription(/like 90s, 30m or 2h/)
  expect(rows()).toHaveLength(before)
})

test('shows a refusal in its place, and nothing is written', async ({ page }) => {
  members(1)
  const before = rows().length
  await open(page, 'tok-ops-one', '/submit?step=options')
  await page.getByRole('textbox', { name: 'Config' }).fill(CONFIG)
  await page.getByRole('main').getByRole('combobox', { name: 'Tenant' }).fill('nobody')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no such tenant')
  await expect(page.getByRole('textbox', { name: 'Config' })).toContainText('people.csv')
  expect(rows()).toHaveLength(before)
})

test('leads from a key that is taken to the run that has it, and on with a fresh one', async ({ page }) => {
  members(1)
  await open(page, 'tok-ops-one', '/submit?step=options')
  const key = page.getByRole('textbox', { name: 'Idempotency key' })
  const send = async (name: string, config: string) => {
    await page.getByRole('textbox', { name: 'Config' }).fill(config)
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await key.fill('taken-once')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }
  await send('the first of its key', CONFIG)
  await page.waitForURL(/\/runs\//)
  await page.goto(`${console.address}/submit?step=options`)
  await send('the second', CONFIG.replace('people.csv', 'others.csv'))
  const refusal = page.getByRole('main').getByRole('alert')
  await expect(refusal).toContainText('idempotency key reused with a different payload')
  await expect(refusal.getByRole('link', { name: 'the first of its key' })).toHaveAttribute(
    'href',
    /^\/runs\/[0-9a-f-]+$/,
  )
  await refusal.getByRole('button', { name: 'Use a fresh key' }).click()
  await expect(key).toHaveValue(/^[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.waitForURL(/\/runs\//)
  await expect(page.getByRole('heading', { level: 1, name: 'the second' })).toBeVisible()
})

test('marks what is wrong while it is typed, and sends nothing that would be refused', async ({ page }) => {
  members(1)
  const before = rows().length
  await open(page, 'tok-ops-one')
  // The editor has come.
  await expect(page.locator('textarea[name=config]')).toHaveCount(0)
  const config = page.getByRole('textbox', { name: 'Config' })
  const problems = page.getByRole('list', { name: 'Problems' }).getByRole('button')
  await config.fill(`${CONFIG}schedule: { cron: "0 * * * *" }\n`.replace('./people.csv', '"${env:HOME}"'))
  await expect(problems).toHaveText([
    /^error line 4 A config that holds \$\{env:…\} may be submitted by an admin/,
    /^error line 6 A run happens once/,
  ])
  await expect(config).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const list = page.getByRole('region', { name: 'What is wrong with the form' })
  await expect(list.getByRole('button')).toHaveCount(2)
  await list.getByRole('button', { name: /^Line 6/ }).click()
  await expect(config).toBeFocused()
  await page.keyboard.type('name_of_it')
  await expect(problems).toHaveCount(1)
  await expect(list.getByRole('button')).toHaveCount(1)
  // Tab leaves the editor, as it leaves every field.
  await page.keyboard.press('Tab')
  await expect(config).not.toBeFocused()
  expect(rows()).toHaveLength(before)
})

test('says the same in the other language, and takes it back', async ({ page }) => {
  await open(page, 'tok-ops-one')
  await expect(page.locator('textarea[name=config]')).toHaveCount(0)
  const config = page.getByRole('textbox', { name: 'Config' })
  await config.fill(CONFIG)
  await page.getByRole('combobox', { name: 'Format' }).selectOption('json')
  await expect(config).toContainText('"path": "./people.csv"')
  await expect(page.getByText('JSON has no place for 1 comment: left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(config).toContainText('# kept to the letter')
  await expect(page.getByRole('combobox', { name: 'Format' })).toHaveValue('yaml')
})

test('is a plain text field for whoever wants one, from then on', async ({ page }) => {
  await open(page, 'tok-ops-one')
  await expect(page.locator('textarea[name=config]')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Config' }).fill(CONFIG)
  await page.getByRole('button', { name: 'Use a plain text field' }).click()
  await expect(page.locator('textarea[name=config]')).toHaveValue(CONFIG)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Use the editor' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Config' }).fill('a: [')
  await expect(page.getByRole('list', { name: 'Problems' }).getByRole('button')).toHaveText(/^error line 1/)
})

test('opens a run to be run again with edits, and shows what was changed', async ({ page }) => {
  members(1)
  const kept = rows().find(({ body }) => body?.includes('"config_body"') === true)
  await open(page, 'tok-root-admin', `/submit?from=${kept?.['run_id'] ?? ''}`)
  const start = page.getByRole('region', { name: 'The run this starts from' })
  await expect(start).toContainText('Its config and what was asked for beside it are filled in')
  await expect(page.locator('textarea[name=config]')).toHaveCount(0)
  await expect(start).toContainText('The config is as it was')
  await start.getByRole('button', { name: 'Show the changes' }).click()
  await page.getByRole('textbox', { name: 'Config' }).press('Control+End')
  await page.keyboard.type('# edited')
  await expect(start).toContainText('The config was changed')
  await expect(page.locator('.cm-changedLine').first()).toBeVisible()
  // Who is no admin gets everything but the text.
  await page.context().clearCookies()
  await open(page, 'tok-ops-one', `/submit?from=${kept?.['run_id'] ?? ''}`)
  await expect(start).toContainText('shown to admins only')
})

test('brings a draft back at the next visit, without its secrets', async ({ page }) => {
  await open(page, 'tok-ops-one')
  await expect(page.locator('textarea[name=config]')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Config' }).fill('name: mine\ntoken: hunter2\n')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('faucet-console:submit-drafts:ops-one')))
    .toContain('mine')
  await page.getByRole('link', { name: 'Runs' }).first().click()
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/\/runs/)
  await page.goto(`${console.address}/submit`)
  await expect(page.getByText(/^Your draft of/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Config' })).toContainText('token: ***')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByText(/^Your draft of/)).toHaveCount(0)
})

test('is filled in as a form, which writes in the text', async ({ page }) => {
  await open(page, 'tok-ops-one')
  await expect(page.locator('textarea[name=config]')).toHaveCount(0)
  const config = page.getByRole('textbox', { name: 'Config' })
  await config.fill(CONFIG)
  await page.getByRole('link', { name: 'Source' }).click()
  await expect(page).toHaveURL(/\?step=source$/)
  await expect(page.getByRole('textbox', { name: 'Kind of source' })).toHaveValue('csv')
  await page.getByRole('textbox', { name: 'path' }).fill('./others.csv')
  await expect(config).toContainText('./others.csv')
  await expect(config).toContainText('# kept to the letter')
  await page.getByRole('link', { name: 'Transforms' }).click()
  await page.getByRole('button', { name: 'Add a transform' }).click()
  await expect(config).toContainText('transforms:')
})

test('is not for viewers, nor for whoever is confined to a tenant', async ({ page }) => {
  await open(page, 'tok-viewer-one')
  await expect(page.getByText('You can look, but not submit')).toBeVisible()
  await expect(page.getByText('run_write')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Submit' })).toHaveCount(0)
  await page.context().clearCookies()
  await open(page, 'tok-tenant-a-boss')
  await expect(page.getByText('Configs are not submitted for tenant acme')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit' })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('is a form like any other', async ({ page }) => {
    members(1)
    await open(page, 'tok-ops-one')
    await page.getByRole('textbox', { name: 'Config' }).fill(CONFIG)
    await page.getByRole('textbox', { name: 'Time-out' }).fill('soon')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Time-out' })).toHaveAccessibleDescription(/like 90s, 30m or 2h/)
    await expect(page.getByRole('textbox', { name: 'Config' })).toHaveValue(CONFIG)
    await page.getByRole('textbox', { name: 'Time-out' }).fill('2h')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/runs\//)
    const [row] = rows().filter(({ run_id }) => page.url().includes(run_id ?? '-'))
    expect(JSON.parse(row?.['body'] ?? '')).toMatchObject({ config_body: CONFIG, timeout_secs: 7200 })
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390, 320]) {
    test(`is accessible and stays in its width, ${colorScheme}, ${width} px`, async ({ browser }) => {
      members(1)
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      const seen = watch(page)
      await open(page, 'tok-ops-one')
      for (const step of ['config', 'source', 'transforms', 'sink', 'blocks', 'options', 'review']) {
        await page.goto(`${console.address}/submit?step=${step}`)
        await page.getByRole('region', { name: 'Who would run it' }).waitFor()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      expect(seen).toEqual({ complaints: [], strangers: [] })
      await context.close()
    })
  }
}
