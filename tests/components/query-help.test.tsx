import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunsView } from '@/components/runs/runs-view'
import { json, show } from './screen'

const LABELS = {
  values: [
    { value: 'team', runs: 3 },
    { value: 'data', key: 'team', runs: 2 },
    { value: 'a b', key: 'team', runs: 1 },
    { value: 'prod', key: 'env', runs: 1 },
  ],
  more: false,
  looked: 3,
}
const server = (url: URL) => json(url.pathname === '/console/runs/values' ? LABELS : { runs: [] })
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find runs' })
function type(text: string) {
  fireEvent.change(input(), { target: { value: text, selectionStart: text.length } })
}
const press = (key: string) => fireEvent.keyDown(input(), { key })
const choices = async (name: string) => {
  const list = await screen.findByRole('listbox', { name }, { timeout: 5_000 })
  return within(list)
    .getAllByRole('option')
    .map((option) => option.firstElementChild?.textContent)
}
const active = () =>
  document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.firstElementChild?.textContent

describe('help with a query', () => {
  it('offers the filters that begin with what is typed, and writes the one that was gone to', async () => {
    show(<RunsView tenant={null} />, { server })
    type('ow')
    expect(await choices('Filters')).toEqual(['owner:', 'rows:'])
    await waitFor(() => expect(input().getAttribute('aria-expanded')).toBe('true'))
    press('ArrowDown')
    expect(active()).toBe('owner:')
    press('Enter')
    expect(input().value).toBe('owner:')
  })

  it('goes on with what runs have there, key by key and value by value', async () => {
    show(<RunsView tenant={null} />, { server })
    type('label:t')
    expect(await choices('Values of label')).toEqual(['team'])
    press('ArrowDown')
    press('Enter')
    expect(input().value).toBe('label:team=')
    expect(await choices('Values of label')).toEqual(['team=data', 'team=a b', 'team'])
    press('ArrowDown')
    press('ArrowDown')
    press('Enter')
    expect(input().value).toBe('label:team="a b" ')
  })

  it('knows closed lists of words without asking anybody', async () => {
    const { asked } = show(<RunsView tenant={null} />, { server })
    type('status:failed,ca')
    expect(await choices('Values of status')).toEqual(['cancelled'])
    expect(asked.some(({ pathname }) => pathname === '/console/runs/values')).toBe(false)
  })

  it('takes nothing that was not gone to: Enter asks, Escape closes and the text stays', async () => {
    show(<RunsView tenant={null} />, { server })
    type('sta')
    await choices('Filters')
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(input().value).toBe('sta')
    press('ArrowDown')
    await choices('Filters')
    press('ArrowDown')
    press('ArrowUp')
    expect(active()).toBeUndefined()
    fireEvent.submit(input().form ?? input())
    expect(window.location.search).toBe('?q=sta')
  })

  it('has no filters for what somebody confined may not know', async () => {
    show(<RunsView tenant="acme" />, { server })
    type('ow')
    expect(await choices('Filters')).toEqual(['rows:'])
  })
})
