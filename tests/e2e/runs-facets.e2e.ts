import { expect, test } from '@playwright/test'
import { writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, names, signIn } from './visitor'

const query = 'Find runs'

test('counts what each question would show, and offers what runs have', async ({ page }) => {
  const at = (minute: number) => `2025-06-01T10:${String(minute).padStart(2, '0')}:00Z`
  for (let n = 0; n < 3; n++)
    writeRun({ name: 'facet: tall', submitted_at: at(n), body: { labels: { facet: 'tall' } } })
  writeRun({ name: 'facet: small', submitted_at: at(9), status: 'failed', body: { labels: { facet: 'small' } } })
  const day = 'since=2025-06-01T00:00:00Z&until=2025-06-01T23:59:59Z'
  await signIn(page, 'tok-viewer-one', `/runs?${day}`)
  await isAwake(page)
  const tabs = page.getByRole('navigation', { name: 'Common questions' })
  await expect(tabs.getByRole('link', { name: /^All/ })).toHaveText('All4, 4 runs')
  await expect(tabs.getByRole('link', { name: /^Failed/ })).toHaveText('Failed1, 1 run')

  await page.getByRole('button', { name: 'Label', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Filter by label' })
  await expect(menu.getByRole('checkbox', { name: /facet=tall.*3 runs/ })).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('checkbox', { name: /facet=tall/ }).check()
  await expect.poll(() => names(page)).toEqual(['facet: tall', 'facet: tall', 'facet: tall'])
  await expect(tabs.getByRole('link', { name: /^All/ })).toHaveText('All3, 3 runs')
  await page.keyboard.press('Escape')

  // The same from the keyboard alone.
  await page.getByRole('link', { name: 'clear all' }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('lab')
  await expect(page.getByRole('option', { name: /^label:/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('facet=sm')
  await expect(page.getByRole('option', { name: /facet=small/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: query })).toHaveValue('label:facet=small ')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/runs?label=facet:small')
  await expect.poll(() => names(page)).toEqual(['facet: small'])
})

test('draws the list over time, to be drawn over, and remembers that it was put away', async ({ page }) => {
  for (const hour of ['06', '07', '08']) writeRun({ name: 'brush', submitted_at: `2025-07-01T${hour}:30:00Z` })
  const window = 'since=2025-07-01T06:00:00Z&until=2025-07-01T08:59:59.999Z'
  await signIn(page, 'tok-viewer-one', `/runs?name=brush&${window}`)
  const chart = page.getByRole('figure', { name: 'Runs by when they were submitted' })
  await expect(chart).toBeVisible()
  await expect(page.getByText('completed 3', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const box = await chart.boundingBox()
  if (box === null) throw new Error('the chart has no place')
  await page.mouse.move(box.x + box.width * 0.35, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.62, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await names(page)).length).toBe(1)
  await page.goBack()
  await expect.poll(async () => (await names(page)).length).toBe(3)

  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(chart).toHaveCount(0)
  await page.reload()
  await isAwake(page)
  await expect(chart).toHaveCount(0)
})

test('has its filters in a sheet on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'tok-viewer-one', '/runs')
  await isAwake(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: /^failed/ }).check()
  // Rows of the question before are pale until the others are here.
  await expect(page.locator('table[aria-busy]')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await sheet.getByRole('button', { name: 'Show the runs' }).click()
  await expect(page).toHaveURL('/runs?status=failed')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})
