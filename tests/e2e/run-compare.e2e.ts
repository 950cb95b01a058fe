import { expect, test } from '@playwright/test'
import { removeRun, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visitor'

const invocation = (row_id: string, error: string | null = null) => ({
  row_id,
  parent_record_key: null,
  records_written: error === null ? 10 : 0,
  duration_ms: 20,
  error,
})
const config = (path: string) =>
  `version: 1\nname: compared\npipeline:\n  source: { type: csv, config: { path: ${path} } }\n  sink: { type: jsonl }\n`

let good = ''
let bad = ''
test.beforeAll(() => {
  good = writeRun({
    name: 'compared nightly',
    submitted_at: '2026-11-03T00:00:00Z',
    body: {
      records_written: 20,
      invocations: [invocation('north'), invocation('south')],
      config_body: config('a.csv'),
      config_format: 'yaml',
    },
  })
  bad = writeRun({
    name: 'compared nightly',
    status: 'failed',
    submitted_at: '2026-11-04T00:00:00Z',
    body: {
      records_written: 10,
      error: '1 invocation(s) failed',
      invocations: [invocation('north'), invocation('south', 'no such file')],
      config_body: config('b.csv'),
      config_format: 'yaml',
    },
  })
})
test.afterAll(() => {
  removeRun(good)
  removeRun(bad)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a failed run is compared with the last good one, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await signIn(page, 'tok-root-admin', `/runs/${bad}`)
    await page.getByRole('link', { name: 'what is different now' }).click()
    await expect(page).toHaveURL(`/runs/compare?a=${good}&b=${bad}`)
    await expect(page.getByRole('row', { name: /^Status ?, differs/ })).toContainText('failed')
    await expect(page.getByRole('row', { name: /^Rows written/ })).toContainText('−50.0%')
    await expect(page.getByRole('table', { name: 'Invocations of both runs' })).toContainText('no such file')
    await expect(page.getByText('They differ in 1 place.')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Swap' }).click()
    await expect(page).toHaveURL(`/runs/compare?a=${bad}&b=${good}`)
    await context.close()
  })
}

test('a run that is not there leaves the other in its place', async ({ page }) => {
  await signIn(page, 'tok-root-admin', `/runs/compare?a=nobody&b=${bad}`)
  const before = page.getByRole('region', { name: 'Before' })
  await expect(before.getByText('No such run')).toBeVisible()
  await before.getByLabel('Any run, by its id').fill(good)
  await before.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('table', { name: 'Facts of both runs' })).toBeVisible()
})

test('somebody of a tenant is not told that the run of another exists', async ({ page }) => {
  await signIn(page, 'tok-tenant-a-view', `/runs/compare?a=${good}&b=${bad}`)
  await expect(page.getByText('No such run')).toHaveCount(2)
})
