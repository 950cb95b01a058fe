import { expect, type Page, test } from '@playwright/test'
import { runIdOf } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, signIn } from './visitor'

test.beforeEach(async ({ page }) => signIn(page, 'tok-root-admin'))

const headers = (page: Page) =>
  page.getByRole('table', { name: 'Runs' }).getByRole('columnheader').filter({ visible: true }).allInnerTexts()

test('draws the list with the columns that somebody chose, from the first byte of the next visit', async ({ page }) => {
  await isAwake(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Invocations' }).check()
  await page.getByRole('checkbox', { name: 'Submitted by' }).check()
  await page.getByRole('checkbox', { name: 'Pipeline' }).uncheck()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto('/runs?name=one%20row%20fails')
  const html = await (await page.request.get('/runs?name=one%20row%20fails')).text()
  expect(html).toContain('Invocations')
  expect(await headers(page)).toEqual(
    expect.arrayContaining(['Status', 'Run', 'Submitted by', 'Invocations', 'Error', 'Submitted', 'Age']),
  )
  expect(await headers(page)).not.toContain('Pipeline')
  const row = page.getByRole('row', { name: /one row fails/ })
  await expect(row).toContainText('5 · 1 failed')
  expect((await row.boundingBox())?.height).toBeLessThan(29)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Back to the usual columns' }).click()
  await expect.poll(() => headers(page)).toContain('Pipeline')
})

test('scrolls a table that is wider than its place inside it, its head in view, and the page never', async ({
  page,
}) => {
  await page.goto(
    '/runs?cols=status.run.id.template.origin.submitter.connectors.rows.rate.bytes.cost.owner.started.finished',
  )
  const place = page.getByRole('region', { name: 'Runs, as wide as their columns' })
  await expect(place).toBeVisible()
  await place.evaluate((region) => region.scrollTo(2_000, 500))
  const head = page.getByRole('columnheader', { name: 'Finished' })
  await expect(head).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  for (const width of [390, 900, 1200]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await headers(page)).toEqual(['Status', 'Run'])
})

test('makes a column as wide as it is dragged, and puts it back on Escape', async ({ page }) => {
  await isAwake(page)
  const head = page.getByRole('columnheader', { name: 'Pipeline' })
  const width = async () => Math.round((await head.boundingBox())?.width ?? 0)
  const before = await width()
  const drag = async (by: number, last?: string) => {
    const box = await head.boundingBox()
    if (box === null) throw new Error('no such column')
    await page.mouse.move(box.x + box.width - 3, box.y + 10)
    await page.mouse.down()
    // What drags comes when it is first reached for.
    await page.waitForTimeout(300)
    await page.mouse.move(box.x + box.width - 3 + by, box.y + 10, { steps: 4 })
    if (last !== undefined) await page.keyboard.press(last)
    await page.mouse.up()
  }
  await drag(60)
  await expect.poll(width).toBe(before + 60)
  await drag(40, 'Escape')
  expect(await width()).toBe(before + 60)
  await page.reload()
  expect(await width()).toBe(before + 60)
})

test('leads to a run from anywhere in its row, but not from what can be pressed in it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = runIdOf('one row fails')
  await page.goto('/runs?name=one%20row%20fails&cols=run.id.rows')
  await isAwake(page)
  const row = page.getByRole('row', { name: /one row fails/ })
  await row.getByRole('button', { name: 'Copy run id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await row.getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: 'Chosen runs' })).toContainText('1 run chosen')
  await row.getByRole('cell').last().click()
  await expect(page).toHaveURL(`/runs/${id}`)
})
