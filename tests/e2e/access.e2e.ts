import { expect, test } from '@playwright/test'
import { runIdOf, writeRun } from './store'
import { expectAccessible, expectNoSidewaysScroll, isAwake, signIn, watch } from './visitor'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of SIZES) {
    test.describe(`${colorScheme}, ${viewport.width} px`, () => {
      test.use({ colorScheme, viewport })

      test('every page is accessible, stays in its width and complains of nothing', async ({ page }) => {
        const seen = watch(page)
        await page.goto('/sign-in')
        await expectAccessible(page)
        await signIn(page, 'tok-root-admin')
        const broken = writeRun({ name: 'unreadable', submitted_at: '2026-04-01T10:00:00Z', text: 'not json' })
        const failed = `/runs/${runIdOf('one row fails')}`
        const addresses = [
          '/runs',
          '/runs?status=failed&since=30d&tenant=acme&name=x',
          failed,
          `${failed}/invocations`,
          `${failed}/logs`,
          `${failed}/config`,
          `/runs/${runIdOf('doctor first')}`,
          `/runs/${runIdOf('selected 1')}`,
          `/runs/${runIdOf('still running')}`,
          `/runs/${broken}`,
        ]
        for (const address of addresses) {
          await page.goto(address)
          await page.locator('main').first().waitFor()
          await expectAccessible(page)
          await expectNoSidewaysScroll(page)
        }
        expect(seen).toEqual({ complaints: [], strangers: [] })
      })
    })
  }
}

test('the runs page shows twenty runs at 1440 × 900, and nothing moves while it wakes up', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => {
    const moved = { total: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.total += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, 'tok-root-admin')
  await page.goto('/runs')
  await isAwake(page)
  const inView = await page
    .locator('a[data-row]')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length)
  expect(inView).toBeGreaterThanOrEqual(20)
  for (const address of ['/runs', `/runs/${runIdOf('one row fails')}`, `/runs/${runIdOf('very long log')}/logs`]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const moved = await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total)
    expect(moved).toBeLessThan(0.005)
  }
})

test.describe('a viewer elsewhere, with a slow connection', () => {
  test.use({ timezoneId: 'Asia/Kolkata', locale: 'de-DE', colorScheme: 'dark' })

  test('reads their own time from the first byte on, in their theme, and links work before the page wakes up', async ({
    page,
  }) => {
    const seen = watch(page)
    await signIn(page, 'tok-root-admin')
    await page.route('**/_next/static/chunks/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      await route.continue()
    })
    await page.goto(`/runs?name=${encodeURIComponent('one row fails')}`, { waitUntil: 'commit' })
    const time = page
      .getByRole('row', { name: /one row fails/ })
      .locator('time')
      .first()
    await expect(time).toHaveText('2026-11-24 11:24:41')
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    const asleep = await page.locator('main').textContent()
    await page.getByRole('link', { name: 'one row fails' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'one row fails' })).toBeVisible()
    await page.goBack()
    await isAwake(page)
    await expect(time).toHaveText('2026-11-24 11:24:41')
    expect(asleep).toContain('Asia/Kolkata (UTC+5:30)')
    expect(seen.complaints).toEqual([])
  })
})

test('by keyboard alone: the list, a run, its log, a word in it, and back to the same rows', async ({ page }) => {
  await signIn(page, 'tok-root-admin')
  await page.goto('/runs?status=failed')
  await isAwake(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.locator('a[data-row]').first()).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('time limit?')
  await expect(page.getByRole('combobox', { name: 'Find runs' })).toHaveValue('status:failed time limit?')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/runs?status=failed&q=time%20limit')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Find runs' }).blur()
  await expect(page.locator('a[data-row]')).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'time limit' })).toBeVisible()
  await page.getByRole('link', { name: 'Logs' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Log lines' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('starting')
  await expect(page.locator('mark')).toHaveText('starting')
  await page.getByRole('region', { name: 'Log lines' }).focus()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/runs?status=failed&q=time%20limit')
  await expect(page.locator('a[data-row]').first()).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0)
})

test('the theme and the zone are the viewer’s choice, kept for the next page', async ({ page }) => {
  await signIn(page, 'tok-viewer-one')
  await page.getByRole('button', { name: /viewer-one/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await page.getByLabel('Times are shown in').selectOption('Asia/Tokyo')
  await expect(page.getByText('times in Asia/Tokyo (UTC+9)').first()).toBeVisible()
  const html = await (await page.request.get('/runs')).text()
  expect(html).toContain('Asia/Tokyo')
  await page.goto('/runs')
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})

test.describe('a browser that the console does not know yet', () => {
  test.use({ timezoneId: 'America/St_Johns' })

  test('is shown its own time at once, without being asked', async ({ page, context }) => {
    const seen = watch(page)
    await signIn(page, 'tok-viewer-one')
    await context.clearCookies({ name: 'faucet_console_zone' })
    await page.goto(`/runs/${runIdOf('one row fails')}`)
    await expect(page.getByText('times in America/St_Johns (UTC−3:30)').first()).toBeVisible()
    await expect(page.locator('main time').first()).toHaveText('2026-11-24 02:24:41')
    expect(seen.complaints).toEqual([])
  })
})
