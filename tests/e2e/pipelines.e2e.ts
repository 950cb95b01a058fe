import { expect, test } from '@playwright/test'
import { writeRun } from './store'
import { isAwake, signIn, watch } from './visitor'

test('a pipeline is its label: found, sorted and filtered by the address, and followed as it goes', async ({
  page,
}) => {
  const seen = watch(page)
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const label = `labelled-${Date.now()}`
  const body = { labels: { pipeline: label }, records_written: 12 }
  writeRun({ name: 'called otherwise', submitted_at: ago(30), body })
  writeRun({ name: 'called otherwise', submitted_at: ago(20), status: 'failed', body: { ...body, error: 'no route' } })
  await signIn(page, 'tok-viewer-one')
  await page.goto('/pipelines?range=24h')
  await isAwake(page)
  await page.getByRole('searchbox').fill(label)
  await expect(page).toHaveURL(`/pipelines?range=24h&q=${label}`)
  const table = page.getByRole('table', { name: 'Pipelines' })
  await expect(table.locator('a[data-row]')).toHaveText([label])
  await expect(table.getByRole('row', { name: new RegExp(label) })).toContainText('failing')
  await page.getByRole('link', { name: /^failing/ }).click()
  await expect(page).toHaveURL(`/pipelines?range=24h&q=${label}&state=failing`)
  await table.getByRole('button', { name: 'Runs', exact: true }).click()
  await expect(page).toHaveURL(/sort=-runs/)
  await page.goBack()
  await expect(page).toHaveURL(`/pipelines?range=24h&q=${label}&state=failing`)

  await table.getByRole('link', { name: label }).click()
  await expect(page).toHaveURL(`/pipelines/${label}`)
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Errors' })).toContainText('no route')
  await isAwake(page)
  writeRun({ name: 'called otherwise', submitted_at: ago(0), body })
  await expect(page.getByText('all 3 runs')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'All its runs' }).click()
  await expect(page).toHaveURL(`/runs?pipeline=${label}`)
  await expect(page.getByRole('table', { name: 'Runs' }).locator('a[data-row]')).toHaveCount(3)
  expect(seen).toEqual({ complaints: [], strangers: [] })
})

test('what there is not is said, with a way on', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await page.goto('/pipelines?q=nothing-is-called-so&sort=sideways')
  await expect(page.getByText('No pipeline fits')).toBeVisible()
  await expect(page.getByText(/Ignored, because this page cannot use it: sort=sideways/)).toBeVisible()
  await page.goto('/pipelines/nothing-is-called-so')
  await expect(page.getByText('No run of this pipeline was found')).toBeVisible()
})
