import { expect, test } from '@playwright/test'
import { runExists, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, signIn } from './visitor'

test('deletes all that a filter fits, after saying how many, and leaves a receipt', async ({ page }) => {
  const at = (minute: number) => `2025-04-01T10:${String(minute).padStart(2, '0')}:00Z`
  const over = Array.from({ length: 7 }, (_, n) => writeRun({ name: 'swept', submitted_at: at(n) }))
  const alive = writeRun({ name: 'swept', status: 'running', submitted_at: at(20) })
  const other = writeRun({ name: 'not swept', submitted_at: at(21) })
  await signIn(page, 'tok-ops-one', '/runs?name=swept')
  await isAwake(page)

  await page.getByRole('button', { name: 'Act on all' }).click()
  await page.getByRole('button', { name: 'Delete those that are over…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete runs?' })
  await expect(dialog).toContainText('7 runs would be deleted')
  await expectAccessible(page)
  // Nothing has been done yet, and nothing is when it is put away.
  await dialog.getByRole('button', { name: 'Keep them' }).click()
  expect(over.every(runExists)).toBe(true)

  await page.getByRole('button', { name: 'Act on all' }).click()
  await page.getByRole('button', { name: 'Delete those that are over…' }).click()
  // Came after the plan: it is not part of it.
  await expect(dialog).toContainText('7 runs would be deleted')
  await dialog.getByRole('button', { name: 'Delete 7 runs' }).click()

  await page.waitForURL(/\/runs\/bulk\/[0-9a-f-]+$/)
  await expect(page.getByText('Ended: all of 7 runs were tried')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Deleted 7 runs' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Runs of this action' })
  await expect(table.getByRole('row', { name: /removed/ })).toHaveCount(7)
  expect(over.some(runExists)).toBe(false)
  expect([alive, other].every(runExists)).toBe(true)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)

  // It is found again, by whoever looks.
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/runs/bulk')
  await expect(page.getByRole('row', { name: /Delete name=swept/ })).toContainText('ops-one')
})

test('cancels those that were chosen, and says of the others why not', async ({ page }) => {
  const at = (minute: number) => `2025-05-01T10:0${minute}:00Z`
  const waiting = writeRun({ name: 'held up', status: 'pending', submitted_at: at(1) })
  const over = writeRun({ name: 'held up', submitted_at: at(2) })
  await signIn(page, 'tok-ops-one', '/runs?name=held%20up')
  await isAwake(page)
  await page.getByRole('checkbox', { name: 'Choose every row on this page' }).click()
  await expect(page.getByRole('region', { name: 'Chosen runs' })).toContainText('2 runs chosen')
  await page.getByRole('region', { name: 'Chosen runs' }).getByRole('button', { name: 'Cancel…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel runs?' })
  await expect(dialog).toContainText('1 run would be cancelled')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'over already' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel 1 run' }).click()

  await page.waitForURL(/\/runs\/bulk\//)
  await expect(page.getByRole('heading', { name: 'Cancelled 1 of 2 runs' })).toBeVisible()
  await page.getByRole('link', { name: 'skipped 1' }).click()
  await expect(page).toHaveURL(/\?outcome=skipped$/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.goto(`/runs/${waiting}`)
  await expect(page.getByText('cancelled', { exact: true })).toBeVisible()
  expect(runExists(over)).toBe(true)
})

test('offers nothing of it to those who may only read', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await isAwake(page)
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Act on all' })).toHaveCount(0)
})
