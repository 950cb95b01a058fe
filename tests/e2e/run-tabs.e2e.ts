import { expect, test } from '@playwright/test'
import { removeRun, runIdOf, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, signIn, watch } from './visitor'

const TABS = ['usage', 'datasets', 'outputs', 'audit', 'record', 'config'] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every tab of a run reads well, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const seen = watch(page)
    const run = `/runs/${runIdOf('one row fails')}`
    await signIn(page, 'tok-root-admin', run)
    for (const tab of TABS) {
      await page.goto(`${run}/${tab}`)
      await expect(
        page.getByRole('navigation', { name: 'Parts of the run' }).locator('[aria-current=page]'),
      ).toBeVisible()
      await expect(page.getByText(/^Loading /)).toHaveCount(0)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    expect(seen).toEqual({ complaints: [], strangers: [] })
    await context.close()
  })
}

test('what a run used and wrote is told by invocation and by dataset', async ({ page }) => {
  await signIn(page, 'tok-viewer-one', `/runs/${runIdOf('one row fails')}/usage`)
  await expect(page).toHaveTitle(/^Usage · Run/)
  const units = page.getByRole('table', { name: 'Usage by invocation' })
  await expect(units.getByRole('row')).not.toHaveCount(1)
  await units.getByRole('button', { name: 'Invocation' }).click()
  await expect(units.getByRole('columnheader', { name: 'Invocation' })).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('.')
  await expect(page).toHaveURL(/\/datasets$/)
  await expect(page.getByRole('region', { name: 'Written' })).toContainText('rows')
})

test('a viewer has no trail, no record and nothing to undo', async ({ page }) => {
  const run = `/runs/${runIdOf('one row fails')}`
  await signIn(page, 'tok-viewer-one', run)
  const tabs = page.getByRole('navigation', { name: 'Parts of the run' })
  await expect(tabs.getByRole('link', { name: /^Usage/ })).toBeVisible()
  for (const name of ['Audit', 'Record']) await expect(tabs.getByRole('link', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy id' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Roll back|Delete/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(run)
  expect((await page.request.get(`/console${run}/audit`)).status()).toBe(403)
})

test('an admin is told why roll back is not there, and deletes from the menu', async ({ page }) => {
  const id = writeRun({ name: 'to be deleted from its menu', submitted_at: '2026-11-01T00:00:00Z' })
  await signIn(page, 'tok-root-admin', `/runs/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: /^Roll back/ })).toContainText('nothing to undo')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: /^Delete run/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete this run?' })
  await expect(question).toContainText('What it wrote stays')
  await question.getByRole('button', { name: 'Delete run' }).click()
  await expect(page).toHaveURL(/\/runs$/)
  expect((await page.request.get(`/v1/runs/${id}`)).status()).toBe(404)
})

test('a body that is no run keeps its page, its text and its menu', async ({ page }) => {
  const id = writeRun({ name: 'unreadable', submitted_at: '2026-11-02T00:00:00Z', text: '{"run_id":' })
  await signIn(page, 'tok-root-admin', `/runs/${id}/usage`)
  await expect(page.getByRole('region', { name: 'This run cannot be read' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'text as stored' })).toContainText('{"run_id":')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete run/ })).toBeVisible()
  removeRun(id)
})
