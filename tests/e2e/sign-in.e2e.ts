import { expect, test } from '@playwright/test'
import { runIdOf } from './store'
import { names, signIn } from './visitor'

test('a wrong token is told so in words, a right one leads to where the visitor was going', async ({ page }) => {
  await page.goto('/runs?status=failed')
  await expect(page).toHaveURL('/sign-in?next=%2Fruns%3Fstatus%3Dfailed')
  await page.getByLabel('Token').fill('tok-nobody')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No principal has this token.')).toBeVisible()

  await page.getByLabel('Token').fill('tok-viewer-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/runs?status=failed')
  await expect(page.getByRole('button', { name: /viewer-one/ })).toContainText('viewer, read-only')
})

test('signing out ends the session', async ({ page }) => {
  await signIn(page, 'tok-ops-one')
  await page.getByRole('button', { name: /ops-one/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goto('/runs')
  await expect(page).toHaveURL(/\/sign-in/)
  expect((await page.request.get('/v1/runs')).status()).toBe(401)
})

test('the token is kept nowhere in the browser', async ({ page, context }) => {
  await signIn(page, 'tok-root-admin')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain('tok-root-admin')
  const session = (await context.cookies()).find(({ name }) => name === 'faucet_console_session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(session?.value).not.toContain('root-admin')
})

test('an address of another site is never where signing in leads', async ({ page }) => {
  await page.goto('/sign-in?next=//elsewhere.example/x')
  await page.getByLabel('Token').fill('tok-viewer-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/runs')
})

test('somebody confined to a tenant sees its runs and no others', async ({ page }) => {
  await signIn(page, 'tok-tenant-a-view')
  await expect(page.getByText('tenant acme').filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Tenant' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Tenant', exact: true })).toHaveCount(0)
  const shown = await names(page)
  expect(shown).toContain('uses revoked')
  expect(shown).not.toContain('orders daily')

  // Another tenant's run, and a run of nobody's, are as unknown as one that never was.
  for (const id of [runIdOf('crm revoked'), runIdOf('orders daily'), '01a2ffff-0000-7000-8000-000000000000']) {
    const answer = await page.goto(`/runs/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'No such run' })).toBeVisible()
    expect((await page.request.get(`/console/runs/${id}`)).status()).toBe(404)
  }
  expect((await page.request.get('/console/runs?tenant=globex')).status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('one can sign in, filter, page, open a run and its log, and sign out', async ({ page }) => {
    await signIn(page, 'tok-viewer-one')
    await page.getByRole('link', { name: /^Failed/ }).click()
    await expect(page).toHaveURL('/runs?status=failed')
    await expect(page.getByRole('link', { name: 'awkward error text' })).toBeVisible()
    await page.getByRole('link', { name: 'Take away the status filter' }).click()
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(page).toHaveURL(/cursor=2026-\d\d-\d\dT[\d:.]{18}Z~[0-9a-f-]{36}$/)
    await page.getByRole('combobox', { name: 'Find runs' }).fill('one row fails')
    await page.getByRole('combobox', { name: 'Find runs' }).press('Enter')
    await page.getByRole('link', { name: 'one row fails' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'one row fails' })).toBeVisible()
    await page.getByRole('link', { name: 'Logs' }).click()
    await expect(page.getByText('pipeline invocation failed row=south')).toBeVisible()
    await page.getByRole('button', { name: /viewer-one/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/sign-in')
  })
})
