import { expect, type Page, test } from '@playwright/test'
import { runIdOf, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, signIn, watch } from './visitor'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const options = (page: Page) => palette(page).getByRole('option')

async function open(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test('by keyboard: opens anywhere, finds a run by words and by the beginning of its id, and goes there', async ({
  page,
  context,
}) => {
  const seen = watch(page)
  const id = writeRun({ name: 'palette: nightly orders', submitted_at: '2026-04-02T10:00:00Z', status: 'failed' })
  await signIn(page, 'tok-viewer-one')
  await page.goto('/runs')
  await isAwake(page)
  await page.keyboard.press('/')
  await open(page)
  await expect(palette(page).getByRole('group', { name: 'Latest runs' }).getByRole('option')).toHaveCount(6)
  await expectAccessible(page)

  await page.keyboard.type('PALETTE: night')
  await expect(options(page).first()).toContainText('palette: nightly orders')
  await expect(palette(page).locator('mark').first()).toHaveText('palette: night')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).nth(1)).toContainText(`failed · ${id}`)
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('ControlOrMeta+Enter')])
  await expect(tab.getByRole('heading', { level: 1, name: 'palette: nightly orders' })).toBeVisible()
  await tab.close()
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Find runs' })).toBeFocused()

  await open(page)
  await page.keyboard.insertText(` ${id.toUpperCase().slice(0, 13)} `)
  await expect(options(page).first()).toContainText(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/runs/${id}`)
  expect(seen.complaints).toEqual([])
})

test('pages and actions are found by a few letters, and g and a letter goes to a page', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await page.goto('/runs')
  await isAwake(page)
  await page.getByRole('button', { name: 'Go to…' }).first().click()
  await page.keyboard.type('over')
  await expect(options(page).first()).toHaveText('Overview')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await open(page)
  await page.keyboard.type('theme: dark')
  await expect(options(page).first()).toHaveText('Theme: dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL('/runs')
  await open(page)
  await page.keyboard.type('sign out')
  await expect(options(page).first()).toContainText(/sign out/i)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Token')).toBeVisible()
})

test('an answer that was overtaken is not shown', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await page.goto('/runs')
  await isAwake(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/console/search?q=one+row', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await open(page)
  const asked = page.waitForRequest('**/console/search?q=one+row')
  await page.keyboard.type('one row')
  await asked
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('time limit')
  await expect(options(page).first()).toContainText('time limit')
  release()
  await page.keyboard.press('Home')
  await expect(options(page).filter({ hasText: 'one row' })).toHaveCount(0)
})

test('somebody confined to a tenant finds none of the others’ runs, and no cluster', async ({ page }) => {
  const others = runIdOf('one row fails')
  await signIn(page, 'tok-tenant-a-view')
  await page.goto('/runs')
  await isAwake(page)
  await open(page)
  for (const words of [others, 'one row fails', 'cluster']) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(words)
    await page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === words)
    await expect(options(page)).toHaveText([`Search all runs for “${words}”`])
  }
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('it is a button in the bar, and fits', async ({ page }) => {
    await signIn(page, 'tok-root-admin')
    await page.goto('/runs')
    await isAwake(page)
    await page.getByRole('banner').getByRole('button', { name: 'Go to…' }).click()
    await expect(options(page).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await options(page).filter({ hasText: 'Cluster' }).click()
    await expect(page).toHaveURL('/cluster')
  })
})
