import { expect, type Page, test } from '@playwright/test'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'
import { beat, type OwnConsole, startConsole } from './own-console'
import { expectAccessible, expectNoSidewaysScroll, watch } from './visitor'

let console: OwnConsole
let engine: StandIn
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  engine = await standInEngine((response, { url }) => {
    if (url === '/readyz') {
      json(response, 200, {
        ...{ status: 'ready', history_ok: true, queue_ok: true, cluster: { enabled: false, instances: 0 } },
        triggers: [{ name: 'nightly', type: 'schedule', healthy: false, consecutive_failures: 3 }],
      })
    } else if (url === '/metrics') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('faucet_serve_requests_total{a="b"} 42\n')
    } else json(response, url === '/v1/reload' ? 200 : 404, { reloaded: true })
  })
  console = await startConsole(['engine-1.13.1', 'cluster.db'], { FAUCET_CONSOLE_ENGINES: engine.url })
})
test.afterAll(async () => {
  await console.stop()
  await engine.close()
})

async function open(page: Page, token: string): Promise<void> {
  await page.goto(`${console.address}/sign-in?next=/cluster`)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/cluster$/)
}

test('says who lives, what the engine says of itself, and what the store holds', async ({ page }) => {
  console.store((db) => beat(db, 2))
  await open(page, 'tok-viewer-one')
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /alive/ })).toHaveCount(2)
  const told = page.getByRole('region', { name: 'Engine' })
  await expect(told).toContainText('1 trigger, 1 backing off')
  await expect(told).toContainText('nightly: 3 failures in a row')
  await expect(told).toContainText('42 since its start')
  await expect(told.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Store' })).toContainText('all 27 of an engine of 1.13')
})

test('reloads the default config for an admin, and finds the run of a key', async ({ page }) => {
  await open(page, 'tok-root-admin')
  await page.getByRole('button', { name: 'Reload its default config' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reload the default config?' })
  await dialog.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Reloaded.')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('never-used')
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText('No run holds that key')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 320]) {
    test(`is accessible and stays in its width, ${colorScheme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      const seen = watch(page)
      await open(page, 'tok-root-admin')
      await page.getByRole('region', { name: 'Engine' }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      expect(seen).toEqual({ complaints: [], strangers: [] })
      await context.close()
    })
  }
}
