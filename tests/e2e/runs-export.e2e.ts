import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { writeRun } from './store'
import { expectAccessible, signIn } from './visitor'

test('saves what a filter fits, byte for byte what is in the store', async ({ page }) => {
  const runs = [
    {
      name: 'exported',
      status: 'failed',
      submitted_at: '2025-03-01T10:00:00Z',
      body: { error: '=cmd|"/c calc"!A1, 2' },
    },
    { name: 'exported', status: 'failed', submitted_at: '2025-03-01T09:00:00Z', body: { error: 'two\nlines' } },
    { name: 'exported', status: 'completed', submitted_at: '2025-03-01T08:00:00Z' },
    { name: 'not exported', status: 'failed', submitted_at: '2025-03-01T07:00:00Z' },
  ]
  const [first, second] = runs.map(writeRun)
  await signIn(page, 'tok-ops-one', '/runs?name=exported&status=failed')
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Export runs' })
  await expect(menu).toContainText('Every run that fits the filter')
  await expect(menu).toContainText('1,000,000 at most')
  await expectAccessible(page)

  const saving = page.waitForEvent('download')
  await menu.getByRole('link', { name: 'CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^runs-\d{4}-\d\d-\d\dT\d{6}Z\.csv$/)
  const text = await readFile(await saved.path(), 'utf8')
  const [header = '', ...lines] = text.split(/\r\n/)
  expect(header.split(',').slice(0, 5)).toEqual(['run_id', 'name', 'pipeline', 'status', 'submitted_at'])
  const cells = (id: string | undefined, at: string, error: string) =>
    `${id},exported,e2e,failed,${at},${at},${at},0,0,0,${error},0,0,,,,,,,1,,,,,,pipeline=e2e,`
  expect(lines).toEqual([
    cells(first, '2025-03-01T10:00:00Z', '"\'=cmd|""/c calc""!A1, 2"'),
    cells(second, '2025-03-01T09:00:00Z', '"two\nlines"'),
    '',
  ])
})
