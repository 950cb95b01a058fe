import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Signs in through the form and waits for the list. */
export async function signIn(page: Page, token: string, to = '/runs'): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(to)}`)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** Everything a browser complains about, and everything it asks elsewhere; both lists must stay empty. */
export function watch(page: Page): { complaints: string[]; strangers: string[] } {
  const seen = { complaints: [] as string[], strangers: [] as string[] }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.complaints.push(message.text())
  })
  page.on('pageerror', (error) => seen.complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') seen.strangers.push(request.url())
  })
  return seen
}

/** No violation of WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axePath })
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await axe.run(document, { runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
  expect(found).toEqual([])
}

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** The page itself never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(wide).toBeLessThanOrEqual(seen ?? 0)
}

/** The page has woken up, and its stream is open: what happens now is seen. */
export const isAwake = (page: Page): Promise<void> =>
  expect(page.getByText('live', { exact: true })).toBeVisible({ timeout: 20_000 })

/** Names in the list, from the top. */
export const names = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Runs' }).locator('a[data-row]').allInnerTexts()
