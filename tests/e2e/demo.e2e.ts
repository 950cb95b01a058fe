import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../support/free-port'
import { expectAccessible, expectNoSidewaysScroll, watch } from './visitor'

const root = path.resolve(import.meta.dirname, '../..')
let data = ''
let address = ''
let stop: () => Promise<unknown>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  data = mkdtempSync(path.join(tmpdir(), 'demo-'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['lib/cli/start.mjs'], {
    cwd: root,
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      PORT: String(port),
      FAUCET_CONSOLE_DATA: data,
      FAUCET_CONSOLE_NO_AUTH: '1',
      FAUCET_CONSOLE_DEMO: '1',
    },
  })
  const ended = once(child, 'close')
  stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const isUp = async () => (await fetch(`${address}/readyz`).catch(() => null))?.status
  await expect.poll(isUp, { timeout: 100_000 }).toBe(200)
})
test.afterAll(async () => {
  await stop()
  rmSync(data, { recursive: true, force: true })
})

test('shows something moving within a minute, and says that it is simulated', async ({ page }) => {
  test.setTimeout(90_000)
  await page.goto(address)
  await expect(page.getByText('Simulated workers')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Running now' }).getByRole('listitem').first()).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('link', { name: 'Cluster' }).first().click()
  await expect(page.getByRole('row', { name: /alive demo-/ })).toHaveCount(3)
})

test('leads from the overview to the line of the log that says what failed', async ({ page }) => {
  await page.goto(address)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByText('payments_ledger')).toBeVisible()
  await attention
    .getByRole('listitem')
    .filter({ hasText: 'payments_ledger' })
    .getByRole('link', { name: 'last failure' })
    .click()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(page.getByText(/http error: GET/).first()).toBeVisible()
})

test('counts nothing that its list does not show', async ({ page }) => {
  await page.goto(address)
  const numbers = page.getByRole('region', { name: 'In numbers' })
  const failed = numbers.locator('a[href="/runs?status=failed&since=24h"]')
  const count = Number(await failed.textContent())
  await failed.click()
  await expect(page).toHaveURL(`${address}/runs?status=failed&since=24h`)
  await expect.poll(() => page.locator('a[data-row]').count()).toBeGreaterThanOrEqual(count)
})

test('tells of each pipeline how it goes, and of one how it went', async ({ page }) => {
  await page.goto(`${address}/pipelines`)
  const [first] = await page
    .getByRole('table', { name: 'Pipelines' })
    .getByRole('row', { name: /failing/ })
    .all()
  await expect(first ?? page.getByText('no pipeline fails')).toBeVisible()
  await page.getByRole('searchbox').fill('payments')
  await expect(page.getByRole('table', { name: 'Pipelines' }).locator('a[data-row]')).toHaveText(['payments_ledger'])
  await page.getByRole('link', { name: 'payments_ledger' }).click()
  await expect(page).toHaveURL(`${address}/pipelines/payments_ledger`)
  await expect(page.getByRole('heading', { level: 1, name: 'payments_ledger' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Outcomes by day' }).getByRole('link').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Errors' }).getByRole('listitem').first()).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`is accessible and stays in its width, ${colorScheme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      const seen = watch(page)
      for (const at of ['/', '/?range=7d', '/cluster', '/pipelines', '/pipelines/payments_ledger', '/pipelines/none']) {
        await page.goto(address + at)
        await page.locator('main').first().waitFor()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      expect(seen).toEqual({ complaints: [], strangers: [] })
      await context.close()
    })
  }
}
