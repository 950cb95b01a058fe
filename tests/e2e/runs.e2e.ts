import { expect, test } from '@playwright/test'
import { removeRun, runIdOf, writeRun } from './store'
import { isAwake, names, signIn } from './visitor'

test.beforeEach(async ({ page }) => signIn(page, 'tok-root-admin'))

test('shows what failed and why, without a click', async ({ page }) => {
  await page.goto('/runs?status=failed')
  const row = page.getByRole('row', { name: /one row fails/ })
  await expect(row).toContainText('failed')
  await expect(row).toContainText("failed to open CSV file '/srv/faucet/data/missing_south.csv'")
  await expect(row.getByRole('cell').nth(4)).toHaveText('38')
})

test('keeps every filter in the address, there and back', async ({ page }) => {
  await page.getByRole('link', { name: /^Failed/ }).click()
  await expect(page).toHaveURL('/runs?status=failed')
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('checkbox', { name: /cancelled/ }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/runs?status=failed,cancelled')
  const query = page.getByRole('combobox', { name: 'Find runs' })
  await expect(query).toHaveValue('status:failed,cancelled')
  await query.press('End')
  await query.pressSequentially(' name:"bad clock"')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/runs?status=failed,cancelled&name=bad%20clock')
  await expect.poll(() => names(page)).toEqual(['bad clock'])

  // Into the run and back: the same question, the same rows.
  await page.getByRole('link', { name: 'bad clock' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'bad clock' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Runs' }).click()
  await expect(page).toHaveURL('/runs?status=failed,cancelled&name=bad%20clock')
  await page.goBack()
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(['bad clock'])

  await page.getByRole('link', { name: 'Take away the name filter' }).click()
  await expect.poll(async () => (await names(page)).includes('time limit')).toBe(true)
  await page.getByRole('link', { name: 'clear all' }).click()
  await expect(page).toHaveURL('/runs')
})

test('narrows to a stretch of time, as the clocks of the chosen zone show it', async ({ page, context }) => {
  await context.addCookies([{ name: 'faucet_console_zone', value: 'Asia%2FKolkata', url: page.url() }])
  await page.goto('/runs')
  await page.getByRole('button', { name: 'Time', exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill('2026-11-24 11:24')
  await page.getByLabel('To, inclusive').fill('2026-11-24 11:25')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/runs?since=2026-11-24T05:54:00Z&until=2026-11-24T05:55:00Z')
  await expect.poll(async () => (await names(page)).includes('one row fails')).toBe(true)
  await expect(page.getByRole('row', { name: /one row fails/ })).toContainText('2026-11-24 11:24:41')
  expect(await names(page)).not.toContain('still running')
})

test('says what of an address it cannot use, and uses the rest', async ({ page }) => {
  await page.goto('/runs?status=failed,faild&since=yesterday&name=time%20limit')
  await expect(page.getByText('status=faild · since=yesterday')).toBeVisible()
  expect(await names(page)).toEqual(['time limit'])
})

test('tells an empty store from a question that nothing fits', async ({ page }) => {
  await page.goto('/runs?name=nobody-is-called-this')
  await expect(page.getByText('No run fits all of this')).toBeVisible()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/runs')
})

test('goes straight to a run whose id is given', async ({ page }) => {
  const id = runIdOf('long error')
  await page.getByRole('combobox', { name: 'Find runs' }).fill(`  ${id} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/runs/${id}`)
})

test('walks to the end and back, every run once in each direction', async ({ page }) => {
  // Five runs of one instant, whose order is told by their ids alone.
  const at = '2026-10-01T10:00:00Z'
  const ids = [5, 1, 4, 2, 3].map((n) => `01a10000-0000-7000-8000-00000000000${n}`)
  for (const run_id of ids) writeRun({ run_id, name: `same instant ${run_id.at(-1)}`, submitted_at: at })
  for (let n = 0; n < 60; n++) {
    writeRun({
      name: `around it ${n}`,
      submitted_at: `2026-10-01T${n < 23 ? '11' : '09'}:00:${String(n % 60).padStart(2, '0')}Z`,
    })
  }
  const seen: string[] = []
  const address = '/runs?since=2026-10-01T00:00:00Z&until=2026-10-02T00:00:00Z&limit=25'
  await page.goto(address)
  const pages: string[][] = []
  for (;;) {
    const here = await names(page)
    pages.push(here)
    seen.push(...(await hrefs(page)))
    const older = page.getByRole('link', { name: 'Older' })
    if ((await older.count()) === 0) break
    await older.click()
    await expect.poll(() => hrefs(page)).not.toEqual(seen.slice(-here.length))
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(pages.map((rows) => rows.length)).toEqual([25, 25, 15])
  expect(pages.flat().filter((name) => name.startsWith('same instant'))).toEqual(
    [5, 4, 3, 2, 1].map((n) => `same instant ${n}`),
  )
  for (const before of pages.slice(0, -1).reverse()) {
    await page.getByRole('link', { name: 'Newer' }).click()
    await expect.poll(() => names(page)).toEqual(before)
  }
  await expect(page).toHaveURL(address)
})

test.describe('without JavaScript, so that nothing is read again meanwhile', () => {
  test.use({ javaScriptEnabled: false })

  test('goes on at the next older run when the last one shown was removed meanwhile', async ({ page }) => {
    const at = (n: number) => `2026-09-01T10:00:${String(n).padStart(2, '0')}Z`
    for (let n = 0; n < 40; n++) writeRun({ name: `removed ${n}`, submitted_at: at(n) })
    await page.goto('/runs?since=2026-09-01T00:00:00Z&until=2026-09-02T00:00:00Z&limit=25')
    const last = (await hrefs(page)).at(-1) ?? ''
    expect((await names(page)).at(-1)).toBe('removed 15')
    removeRun(last.slice('/runs/'.length))
    await page.getByRole('link', { name: 'Older' }).click()
    await expect.poll(() => names(page)).toEqual(Array.from({ length: 15 }, (_, n) => `removed ${14 - n}`))
  })
})

test('lets new runs wait until they are asked for, and changes rows in their place', async ({ page }) => {
  const name = 'waits for the reader'
  const first = writeRun({ name, status: 'running', submitted_at: '2026-08-01T10:00:00Z' })
  await page.goto(`/runs?name=${encodeURIComponent(name)}`)
  await isAwake(page)
  expect(await names(page)).toEqual([name])

  const second = writeRun({ name, status: 'queued', submitted_at: '2026-08-01T11:00:00Z' })
  await expect(page.getByRole('button', { name: '1 new run' })).toBeVisible()
  expect(await hrefs(page)).toEqual([`/runs/${first}`])

  writeRun({ run_id: first, name, status: 'failed', submitted_at: '2026-08-01T10:00:00Z', body: { error: 'it broke' } })
  await expect(page.getByRole('row', { name: /it broke/ })).toBeVisible()
  expect(await hrefs(page)).toEqual([`/runs/${first}`])

  await page.getByRole('button', { name: '1 new run' }).click()
  await expect.poll(() => hrefs(page)).toEqual([`/runs/${second}`, `/runs/${first}`])
  await expect(page.getByRole('button', { name: /new run/ })).toHaveCount(0)
})

test('keeps a row that cannot be read in its place, with what its columns say', async ({ page }) => {
  const submitted_at = '2026-07-01T10:00:00Z'
  const broken = writeRun({ name: 'a broken body', submitted_at, text: '{"run_id": broken' })
  writeRun({ name: 'before it', submitted_at: '2026-07-01T09:00:00Z' })
  writeRun({ name: 'after it', submitted_at: '2026-07-01T11:00:00Z' })
  await page.goto('/runs?since=2026-07-01T00:00:00Z&until=2026-07-02T00:00:00Z')
  expect(await names(page)).toEqual(['after it', 'a broken body', 'before it'])
  await expect(page.getByRole('row', { name: /a broken body/ })).toContainText('cannot be read')

  await page.goto(`/runs/${broken}`)
  await expect(page.getByText('This run cannot be read')).toBeVisible()
  await expect(page.getByText('{"run_id": broken')).toBeVisible()
})

const hrefs = (page: import('@playwright/test').Page): Promise<string[]> =>
  page.locator('a[data-row]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
