import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunsView } from '@/components/runs/runs-view'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, ring, show } from './screen'

const aNamed = (name: string) =>
  aRun({
    run_id: `id-${name}`,
    name,
    submitted_at: at('2026-11-30T11:00:00Z'),
    finished_at: at('2026-11-30T11:00:01Z'),
  })
const letters = (text: string) => [...text].map(aNamed)
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Choose .$/ })
    .filter(({ checked }) => checked)
    .map(({ labels }) => labels?.[0]?.textContent?.slice(-1))
const bar = () => screen.findByRole('region', { name: 'Chosen runs' })

describe('choosing runs', () => {
  it('chooses one, a range of them with Shift, and all of a page', async () => {
    show(<RunsView tenant={null} />, { server: () => json({ runs: letters('abcde') }) })
    await screen.findByText('a')
    fireEvent.click(box('Choose b'))
    expect(chosen()).toEqual(['b'])
    expect((await bar()).textContent).toContain('1 run chosen')
    const all = box('Choose every row on this page')
    expect([all.checked, all.indeterminate]).toEqual([false, true])

    fireEvent.click(box('Choose d'), { shiftKey: true })
    expect(chosen()).toEqual(['b', 'c', 'd'])
    fireEvent.click(box('Choose c'), { shiftKey: true })
    expect(chosen()).toEqual(['b'])

    fireEvent.click(all)
    expect(chosen()).toEqual(['a', 'b', 'c', 'd', 'e'])
    fireEvent.click(all)
    expect(chosen()).toEqual([])
    expect(screen.queryByRole('region', { name: 'Chosen runs' })).toBeNull()
  })

  it('chooses from the keyboard: the row that has the focus, and with Shift all on the way to it', async () => {
    show(<RunsView tenant={null} />, { server: () => json({ runs: letters('abcd') }) })
    await screen.findByText('a')
    for (const key of ['j', 'j', 'x', 'j', 'j', 'X']) fireEvent.keyDown(document.activeElement ?? document, { key })
    expect(chosen()).toEqual(['b', 'c', 'd'])
    fireEvent.keyDown(document.activeElement ?? document, { key: 'x' })
    expect(chosen()).toEqual(['b', 'c'])
  })

  it('keeps what is chosen when the list is read again', async () => {
    let runs = letters('abc')
    show(<RunsView tenant={null} />, { server: () => json({ runs }) })
    await screen.findByText('a')
    fireEvent.click(box('Choose b'))
    runs = runs.map((run) => (run.name === 'b' ? { ...run, status: 'failed' as const } : run))
    await ring('runs')
    await waitFor(() => expect(screen.getByRole('row', { name: /Choose b/ }).textContent).toContain('failed'))
    expect(chosen()).toEqual(['b'])
    expect((await bar()).textContent).toContain('1 run chosen')
  })

  it('counts what is chosen of other pages, and forgets all of it at another question', async () => {
    const server = (url: URL) => {
      if (url.searchParams.get('status') === 'failed') return json({ runs: letters('x') })
      return json({ runs: url.searchParams.has('cursor') ? letters('de') : letters('abc'), next_cursor: 'c1' })
    }
    const { goTo } = show(<RunsView tenant={null} />, { server })
    await screen.findByText('a')
    fireEvent.click(box('Choose a'))
    goTo('/runs?cursor=c1')
    await screen.findByText('d')
    expect((await bar()).textContent).toContain('1 run chosen · 1 on other pages')
    fireEvent.click(box('Choose every row on this page'))
    expect((await bar()).textContent).toContain('3 runs chosen · 1 on other pages')

    goTo('/runs')
    await screen.findByText('a')
    expect(chosen()).toEqual(['a'])
    goTo('/runs?status=failed')
    await screen.findByText('x')
    expect(screen.queryByRole('region', { name: 'Chosen runs' })).toBeNull()
    goTo('/runs')
    await screen.findByText('a')
    expect(chosen()).toEqual([])
  })

  it('takes nothing into the choice whose id nobody knows, and forgets it all when told to', async () => {
    const nameless = { name: 'nobody', unreadable: true, reason: 'the body is not JSON' }
    show(<RunsView tenant={null} />, { server: () => json({ runs: [nameless, aNamed('a')] }) })
    await screen.findByText('a')
    expect(screen.queryByRole('checkbox', { name: 'Choose nobody' })).toBeNull()
    fireEvent.click(box('Choose every row on this page'))
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Clear' }))
    expect(chosen()).toEqual([])
  })

  it('offers to compare exactly two, the earlier one first, to whoever may look', async () => {
    const later = aRun({ run_id: 'id-z', name: 'z', submitted_at: at('2026-11-30T11:30:00Z') })
    show(<RunsView tenant={null} />, { server: () => json({ runs: [later, ...letters('ab')] }) })
    await screen.findByText('a')
    fireEvent.click(box('Choose z'))
    expect(within(await bar()).queryByRole('link', { name: 'Compare' })).toBeNull()
    fireEvent.click(box('Choose a'))
    const compare = await screen.findByRole('link', { name: 'Compare' })
    expect(compare.getAttribute('href')).toBe('/runs/compare?a=id-a&b=id-z')
    fireEvent.click(box('Choose b'))
    expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull()
  })
})
