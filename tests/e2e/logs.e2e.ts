import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { runIdOf, writeLines, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, signIn, watch } from './visitor'

const lines = (page: Page) => page.getByRole('region', { name: 'Log lines' })
const position = (page: Page) => page.locator('#log-found')
const LONG = 'very long log'
const path = (id: string) => `/runs/${id}/logs`

const submitted_at = '2026-06-01T10:00:00Z'
/** A run of its own for a test, with lines whose sequences are beyond exact numbers. */
function runWith(name: string, texts: readonly string[], status = 'completed'): string {
  const id = writeRun({ name, status, submitted_at })
  writeLines(id, texts, 0)
  return id
}
const seqOf = (index: number) => String(7238556057600000000n + BigInt(index))

test('finds in lines that are not drawn, says which of how many, and goes round by keyboard', async ({ page }) => {
  const texts = Array.from({ length: 3_000 }, (_, at) =>
    [2, 1_500, 2_990].includes(at) ? `needle ${at}` : `hay ${at}`,
  )
  const id = runWith('finding', texts)
  await signIn(page, 'tok-viewer-one', path(id))
  await expect(page.getByText('3,000 lines')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('NEEDLE')
  await expect(position(page)).toHaveText('1 of 3')
  await expect(page.locator('mark')).toHaveText('needle')
  await page.keyboard.press('Enter')
  await expect(position(page)).toHaveText('2 of 3')
  await expect(lines(page)).toContainText('needle 1500')
  await lines(page).focus()
  await page.keyboard.press('n')
  await expect(lines(page)).toContainText('needle 2990')
  await page.keyboard.press('n')
  await expect(position(page)).toHaveText('1 of 3')
  await page.keyboard.press('N')
  await expect(position(page)).toHaveText('3 of 3')

  await page.getByRole('button', { name: 'Upper and lower case differ' }).click()
  await expect(position(page)).toHaveText('no line')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await page.getByRole('searchbox').fill('needle \\d{3}$')
  await expect(position(page)).toHaveText('no line')
  await page.getByRole('searchbox').fill('needle \\d{4}$')
  await expect(position(page)).toHaveText(/^\d of 2$/)
  await expect(page).toHaveURL(/\?q=needle%20.*&regex=1&case=1$/)
  await page.getByRole('searchbox').fill('(')
  await expect(position(page)).toContainText('cannot be read')
})

test('shows a level and above, with the counts of all lines', async ({ page }) => {
  const id = runIdOf(LONG)
  await signIn(page, 'tok-viewer-one', path(id))
  await expect(page.getByText('4,202 lines')).toBeVisible()
  await page.getByRole('button', { name: 'error 1' }).click()
  await expect(page.getByText('1 line of 4,202')).toBeVisible()
  await expect(page).toHaveURL(/\?level=ERROR$/)
  await expect(lines(page).getByText(/^error$/)).toHaveCount(1)
  await page.getByRole('button', { name: 'error 1' }).click()
  await expect(page.getByText('4,202 lines')).toBeVisible()
})

test('links to a line and to a range, and copies what stands there', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = runWith('linking', [
    'one',
    '\u001b[31mtwo\u001b[0m',
    'three',
    ...Array.from({ length: 900 }, (_, at) => `more ${at}`),
  ])
  await signIn(page, 'tok-viewer-one', path(id))
  await page.getByLabel('Link to line 2', { exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`#L${seqOf(1)}$`))
  await page.getByLabel('Link to line 3', { exact: true }).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(new RegExp(`#L${seqOf(1)}-L${seqOf(2)}$`))
  await expect(page.locator('[data-marked]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Copy lines' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('2 lines copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n').map((line) => line.replace(/^.* app: /, ''))).toEqual(['two', 'three'])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/logs$/)

  await page.goto(`${path(id)}#L${seqOf(700)}-L${seqOf(702)}`)
  await expect(page.locator('[data-marked]')).toHaveCount(3)
  await expect(page.locator('[data-marked]').first()).toContainText('more 697')
  await page.getByRole('button', { name: 'Jump to' }).click()
  await page.getByLabel('Line or time').fill('5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#L${seqOf(4)}$`))
  await expect(page.locator('[data-marked]')).toContainText('more 1')
})

test('leads from a failed run to the line that says why', async ({ page }) => {
  const id = runIdOf('one row fails')
  await signIn(page, 'tok-viewer-one', `/runs/${id}`)
  await page.getByRole('link', { name: 'First error line' }).click()
  await expect(page).toHaveURL(/\/logs#L\d+$/)
  await expect(page.locator('[data-marked]')).toContainText('error')
})

test('follows a run that goes on, lets go when the reader scrolls up, and takes hold again', async ({ page }) => {
  const id = runWith(
    'followed closely',
    Array.from({ length: 600 }, (_, at) => `early ${at}`),
    'running',
  )
  await signIn(page, 'tok-viewer-one', path(id))
  await isAwake(page)
  const follow = page.getByRole('button', { name: 'Follow' })
  await expect(lines(page)).toContainText('early 599')
  writeLines(id, ['late 600', 'late 601'], 600)
  await expect(lines(page)).toContainText('late 601', { timeout: 10_000 })
  await lines(page).hover()
  await page.mouse.wheel(0, -600)
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  writeLines(id, ['late 602', 'late 603', 'late 604'], 602)
  await page.getByRole('button', { name: '3 new lines' }).click({ timeout: 10_000 })
  await expect(lines(page)).toContainText('late 604')
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  const numbers = await lines(page).locator('[aria-label^="Link to line"]').allInnerTexts()
  expect(numbers).toEqual(numbers.map((_, at) => String(Number(numbers[0]) + at)))
  writeRun({ run_id: id, name: 'followed closely', status: 'failed', submitted_at })
  await expect(page.getByText(/^End of the log · failed/)).toBeVisible({ timeout: 10_000 })
})

test('saves the whole log as text and as JSON Lines', async ({ page }) => {
  const id = runIdOf(LONG)
  await signIn(page, 'tok-viewer-one', `${path(id)}?level=ERROR`)
  for (const [name, file, count] of [
    ['Text', /\.log$/, 4_202],
    ['JSON Lines', /\.jsonl$/, 4_202],
  ] as const) {
    await page.getByRole('button', { name: 'Download' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: new RegExp(`^${name}`) }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(file)
    expect(
      readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(count)
    await page.keyboard.press('Escape')
  }
})

for (const [theme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`reads well in ${theme} at ${width} pixels: colours, marks, fields, no sideways scroll`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 844 } })
    const page = await context.newPage()
    const seen = watch(page)
    const hues = [31, 32, 33, 34, 35, 36, 37, 90].map((code) => `\u001b[${code}mhue ${code}\u001b[0m`)
    const id = runWith(`colours in ${theme}`, [
      ...hues,
      `<b>markup</b> ${'x'.repeat(400)}`,
      '\u001b[38;2;250;128;0mtrue\u001b[0m \u001b[2J\u0007 bell {"rows":{"read":12345678901234567890}}',
    ])
    await signIn(page, 'tok-viewer-one', `${path(id)}?q=hue#L${seqOf(2)}-L${seqOf(3)}`)
    await expect(page.locator('[data-marked]')).toHaveCount(2)
    await expect(page.locator('mark').first()).toBeVisible()
    await expect(lines(page)).toContainText('<b>markup</b>')
    await expect(lines(page)).toContainText('\\x07 bell')
    await page.getByRole('button', { name: 'Details of line 10' }).click()
    await expect(lines(page)).toContainText('read: 12345678901234567890')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(seen).toEqual({ complaints: [], strangers: [] })
    await context.close()
  })
}
