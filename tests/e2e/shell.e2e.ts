import { expect, test } from '@playwright/test'
import { runIdOf, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, signIn, watch } from './visitor'

test('the navigation says what goes on, folds, and can be put away; each user finds it as they left it', async ({
  page,
}) => {
  const seen = watch(page)
  await signIn(page, 'tok-root-admin')
  await page.goto('/runs')
  await isAwake(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('link', { name: /^Runs.*active/ })).toBeVisible()
  await nav.getByRole('button', { name: 'Admin' }).click()
  await expect(nav.getByRole('link', { name: /^Cluster/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide the navigation' }).click()
  await expect(nav).toBeHidden()
  await page.reload()
  await expect(nav).toBeHidden()
  await page.getByRole('button', { name: 'Navigation', exact: true }).click()
  await expect(nav).toBeVisible()
  await expect(nav.getByRole('button', { name: 'Admin' })).toHaveAttribute('aria-expanded', 'false')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep the navigation in view' }).first().click()
  await expect(nav).toBeVisible()
  expect(seen).toEqual({ complaints: [], strangers: [] })
})

test('whose runs are shown stands in the address, goes along, and is remembered', async ({ page }) => {
  await signIn(page, 'tok-root-admin')
  await page.goto('/runs?status=completed')
  await isAwake(page)
  const picker = page.getByLabel('Tenant', { exact: true })
  const [, tenant = ''] = await picker.locator('option').allTextContents()
  await picker.selectOption(tenant)
  await expect(page).toHaveURL(`/runs?status=completed&tenant=${tenant}`)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Pipelines/ })
    .click()
  await expect(page).toHaveURL(`/pipelines?tenant=${tenant}`)
  await page.goto('/runs')
  await expect(page).toHaveURL(`/runs?tenant=${tenant}`)
  await picker.selectOption('')
  await expect(page).toHaveURL('/runs')
})

test('a page can be held still, and then follows again', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await page.goto('/runs')
  await isAwake(page)
  const live = page.getByRole('button', { name: /^Live updates/ })
  await live.click()
  await expect(live).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('not live', { exact: true })).toBeVisible()
  writeRun({ name: 'shell: while it was held', submitted_at: new Date().toISOString() })
  await page.waitForTimeout(2_500)
  await expect(page.getByRole('button', { name: /new run/ })).toHaveCount(0)
  await live.click()
  await expect(page.getByRole('button', { name: /new run/ })).toBeVisible()
})

test('links into the engine’s own console lead to the same here, by way of signing in', async ({ page }) => {
  const id = runIdOf('very long log')
  await page.goto(`/#/runs/${id}?tab=logs`)
  await page.getByLabel('Token').fill('tok-viewer-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/runs/${id}/logs`)
  await page.goto('/#/overview?range=7d')
  await expect(page).toHaveURL('/?range=7d')
})

test('an address that names nothing is said in the shell to people, and in JSON to programs', async ({
  page,
  request,
}) => {
  const answer = await request.get('/nope', { headers: { accept: 'application/json' } })
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toEqual({ error: { code: 'not_found', message: 'not found' } })
  const unknown = await request.get('/console/nope', { headers: { accept: 'application/json' } })
  expect([unknown.status(), await unknown.json()]).toEqual([404, await answer.json()])
  await signIn(page, 'tok-viewer-one')
  await page.goto('/nope')
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('instants are written as somebody likes, and nothing else changes', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await page.goto('/runs?status=failed')
  await isAwake(page)
  await page.getByRole('button', { name: /viewer-one/ }).click()
  await page.getByLabel('Written as').selectOption('twelve')
  await expect(
    page
      .locator('tbody time')
      .filter({ hasText: /[AP]M$/ })
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL('/runs?status=failed')
  await page.reload()
  await expect(
    page
      .locator('tbody time')
      .filter({ hasText: /[AP]M$/ })
      .first(),
  ).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1440, 3840]) {
    test(`the frame is accessible and stays in its width, ${colorScheme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      await signIn(page, 'tok-root-admin')
      for (const at of ['/pipelines', '/pipelines/e2e', '/nope']) {
        await page.goto(at)
        await page.locator('main h1').first().waitFor()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      if (width === 320) await page.getByRole('button', { name: 'Navigation', exact: true }).click()
      await page.getByRole('button', { name: /about this console/ }).click()
      await expect(page.getByRole('dialog', { name: 'About this console' })).toBeVisible()
      await expectAccessible(page)
      await context.close()
    })
  }
}
