import { expect, test } from '@playwright/test'
import { runIdOf } from './store'

test('signing in leads on to the tab and the question that were asked for', async ({ page }) => {
  const path = `/runs/${runIdOf('very long log')}/logs?level=ERROR&q=disk%20full`
  await page.goto(path)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await page.getByLabel('Token').fill('tok-viewer-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(path)
})

for (const next of ['/.//127.0.0.1:1/', '/runs/..//127.0.0.1:1/', '/%2e//127.0.0.1:1/', '/\\127.0.0.1:1/']) {
  test(`an address that only a browser reads as another site is never where signing in leads: ${next}`, async ({
    page,
  }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Token').fill('tok-viewer-one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/runs')
  })
}

for (const path of ['/runs/%ff', '/runs/%', '/%E0%A4%A']) {
  test(`an address that cannot be decoded is one of no page: ${path}`, async ({ page }) => {
    expect((await page.request.get(path, { maxRedirects: 0 })).status()).toBe(307)
    await page.goto(path)
    await page.getByLabel('Token').fill('tok-viewer-one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: /no such/i })).toBeVisible()
  })
}
