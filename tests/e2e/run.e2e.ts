import { expect, test } from '@playwright/test'
import { runIdOf, writeLines, writeRun } from './store'
import { expectAccessible, signIn } from './visitor'

test('an error with markup, control characters and line ends appears as text', async ({ page }) => {
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    return dialog.dismiss()
  })
  await signIn(page, 'tok-root-admin', `/runs/${runIdOf('awkward error text')}`)
  const failure = page.getByRole('region', { name: 'Error' })
  await expect(failure).toContainText('line two\t<script>alert(1)</script> \\x1b[31mred\\x1b[0m "q" \\ ünï 日本')
  await expect(failure).toContainText('Its one invocation failed')
  // The log reads the same escape codes as colours, never as markup.
  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('region', { name: 'Log lines' })).toContainText('<script>alert(1)</script> red "q"')
  expect(await page.locator('main script').count()).toBe(0)
  expect(alerts).toBe(0)
})

test('says which of its invocations failed and what the others did', async ({ page }) => {
  await signIn(page, 'tok-root-admin', `/runs/${runIdOf('one row fails')}`)
  const failure = page.getByRole('region', { name: 'Error' })
  await expect(failure).toContainText('missing_south.csv')
  await expect(failure).toContainText('File not found')
  await expect(failure).toContainText(
    '1 of 5 invocations failed: south. The 4 others that ended well kept what they wrote',
  )

  await page.getByRole('link', { name: /^Invocations/ }).click()
  const table = page.getByRole('table', { name: 'Invocations' })
  await expect(table.getByRole('row')).toHaveCount(6)
  await expect(table.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('link', { name: 'Failed 1' }).click()
  await expect(page).toHaveURL(/\/invocations\?status=failed$/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'All 5' }).click()
  await page.getByRole('searchbox').fill('east')
  await expect(page).toHaveURL(/\?q=east$/)
  await expect(table.getByRole('row')).toHaveCount(2)
})

test('opens an invocation beside the others, from a link too, and shows all of them in time', async ({ page }) => {
  const id = runIdOf('one row fails')
  await signIn(page, 'tok-root-admin', `/runs/${id}`)
  await page.getByRole('region', { name: 'Error' }).getByRole('link', { name: 'south' }).click()
  await expect(page).toHaveURL(/\/invocations\?row=south$/)
  const panel = page.getByRole('region', { name: 'Invocation south' })
  await expect(panel).toContainText('missing_south.csv')
  await expect(panel.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.getByRole('link', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/\?view=timeline$/)
  const lines = page.getByRole('list', { name: 'Invocations in time' }).getByRole('listitem')
  await expect(lines).toHaveCount(5)
  await expect(lines.first()).toContainText('north')
  await page.keyboard.press('+')
  await page.getByRole('button', { name: 'All of it' }).click()
  await expect(lines).toHaveCount(5)
  await expectAccessible(page)
})

test('compares a run with those of its name before it', async ({ page }) => {
  await signIn(page, 'tok-root-admin', `/runs/${runIdOf('orders daily')}`)
  const near = page.getByRole('region', { name: 'Runs of this name' })
  await expect(near.getByRole('listitem')).toHaveCount(7)
  await expect(near).toContainText(/\d of 6 runs before it failed · usual \d+ ms/)
  await page.keyboard.press('[')
  await expect(page).not.toHaveURL(new RegExp(runIdOf('orders daily')))
  await page.keyboard.press(']')
  await expect(page).toHaveURL(new RegExp(runIdOf('orders daily')))
})

test('reads a long log to its end, finds in it, and links to a line', async ({ page }) => {
  const id = runIdOf('very long log')
  await signIn(page, 'tok-root-admin', `/runs/${id}/logs`)
  await expect(page.getByText('4,202 lines')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('row-04000')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('mark')).toHaveText('row-04000')
  await expect(page).toHaveURL(/\?q=row-04000$/)

  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^error/ }).click()
  await expect(page).toHaveURL(/\?level=ERROR$/)
  await expect(page.getByText('1 line of 4,202')).toBeVisible()

  await page.goto(`/runs/${id}/logs#L3000`)
  await expect(page.getByText('row=row-02998 ')).toBeVisible()
})

test('says that a log was cut at its cap', async ({ page }) => {
  await signIn(page, 'tok-root-admin', `/runs/${runIdOf('log cut at 60 lines')}/logs`)
  await expect(page.getByRole('status').filter({ hasText: '60 lines' })).toBeVisible()
  await expect(page.getByText(/stopped storing this run’s log at its cap/)).toBeVisible()
})

test('follows a run that is going on: lines, then its end, without a gap or a repeat', async ({ page }) => {
  const submitted_at = '2026-06-01T10:00:00Z'
  const id = writeRun({ name: 'being followed', status: 'running', submitted_at })
  writeLines(id, ['first', 'second'], 0)
  await signIn(page, 'tok-ops-one', `/runs/${id}/logs`)
  const lines = page.getByRole('region', { name: 'Log lines' })
  await expect(lines).toContainText('second')
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true')

  writeLines(id, ['third'], 2)
  await expect(lines).toContainText('third')
  writeLines(id, ['fourth, stored just before the end'], 3)
  writeRun({ run_id: id, name: 'being followed', submitted_at })
  await expect(page.getByText('completed', { exact: true })).toBeVisible()
  await expect(lines).toContainText('fourth')
  await expect(page.getByText('4 lines')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)
})

test('never sends what a callback is signed with', async ({ page }) => {
  const id = runIdOf('callback all')
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.ok()) bodies.push(response.text().catch(() => ''))
  })
  await signIn(page, 'tok-root-admin', `/runs/${id}`)
  // Once more as a document: what a sign-in leads on to comes inside of its own answer.
  await page.reload()
  await expect(page.getByText('x-token: •••')).toBeVisible()
  await page.getByRole('link', { name: 'Config' }).click()
  await expect(page.getByText('Not kept')).toBeVisible()
  const sent = (await Promise.all(bodies)).join('')
  expect(sent).toContain('callback all')
  expect(sent).not.toContain('callback-secret-1234')
})

test('tells a role why it does not see the config', async ({ page }) => {
  const id = writeRun({
    name: 'with a config that is not for all',
    submitted_at: '2026-05-01T11:00:00Z',
    body: { config_body: 'name: hidden-from-viewers\n', config_format: 'yaml' },
  })
  await signIn(page, 'tok-viewer-one', `/runs/${id}/config`)
  await expect(page.getByText('Not shown to your role')).toBeVisible()
  expect(await page.content()).not.toContain('hidden-from-viewers')
})

test('hides in a kept config what is named like a secret', async ({ page }) => {
  const id = writeRun({
    name: 'with a config',
    submitted_at: '2026-05-01T10:00:00Z',
    body: { config_body: 'source:\n  password: hunter2\n  user: app\n', config_format: 'yaml' },
  })
  await signIn(page, 'tok-root-admin', `/runs/${id}/config`)
  await expect(page.getByRole('region', { name: 'submitted text' })).toContainText('password: ***')
  await expect(page.getByRole('region', { name: 'submitted text' })).toContainText('user: app')
  expect(await page.content()).not.toContain('hunter2')
})

test('keeps every digit of a 64-bit count', async ({ page }) => {
  const id = writeRun({
    name: 'counts far',
    submitted_at: '2026-05-02T10:00:00Z',
    text: JSON.stringify({
      run_id: '01a05000-0000-7000-8000-000000000001',
      name: 'counts far',
      labels: {},
      status: 'completed',
      submitted_at: '2026-05-02T10:00:00Z',
      records_written: 0,
      invocations: [],
    }).replace('"records_written":0', '"records_written":9007199254740993'),
    run_id: '01a05000-0000-7000-8000-000000000001',
  })
  await signIn(page, 'tok-root-admin', `/runs/${id}`)
  await expect(page.getByText('9,007,199,254,740,993')).toBeVisible()
  await page.goto('/runs?name=counts%20far')
  await expect(page.getByRole('row', { name: /counts far/ })).toContainText('9.01 quadrillion')
})
