import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunsView } from '@/components/runs/runs-view'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, show } from './screen'

const RUNS = [
  aRun({ run_id: 'b', name: 'second', submitted_at: at('2026-11-30T11:00:00Z') }),
  aRun({ run_id: 'a', name: 'first', submitted_at: at('2026-11-30T10:00:00Z') }),
]
const page = { runs: RUNS, next_cursor: '2026-11-30T10:00:00Z~a' }
const counts = (...all: [status: string, count: number, capped?: boolean][]) => ({
  counts: all.map(([status, count, capped = false]) => ({ status, count, capped })),
})
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Common questions' })).getByRole('link', {
    name: new RegExp(`^${name}`),
  })

describe('counts beside the list', () => {
  it('stand on the tabs and behind the place in the list, whichever status is shown', async () => {
    show(<RunsView tenant={null} />, {
      at: '/runs?status=failed',
      server: () => json(page),
      totals: counts(['queued', 1], ['running', 2], ['completed', 12_340], ['failed', 7]),
    })
    await waitFor(() => expect(tab('All').textContent).toBe('All12.4K, 12,350 runs'))
    expect(tab('Active').textContent).toBe('Active3, 3 runs')
    expect(tab('Failed').textContent).toBe('Failed7, 7 runs')
    expect(tab('Failed').getAttribute('aria-current')).toBe('true')
    expect(tab('Mine').textContent).toBe('Mine')
    expect(screen.getByText('1–2 of 7 · newest first')).toBeTruthy()
  })

  it('say where counting stopped, by number or for time', async () => {
    show(<RunsView tenant={null} />, {
      server: () => json(page),
      totals: counts(['completed', 10_000, true], ['failed', 9]),
    })
    await waitFor(() => expect(tab('All').textContent).toBe('All10K+, more than 10,000 runs'))
    expect(tab('Failed').textContent).toBe('Failed9, 9 runs')
    expect(screen.getByText('1–2 of more than 10,000 · newest first')).toBeTruthy()
  })

  it('claim of nothing that there is none of it, where not all runs were looked at', async () => {
    show(<RunsView tenant={null} />, {
      at: '/runs?q=s',
      server: () => json(page),
      totals: { ...counts(['completed', 20, true]), looked: 500, reached: '2026-11-29T12:00:00Z' },
    })
    await waitFor(() => expect(tab('All').textContent).toBe('All20+, 20 runs or more'))
    expect(tab('Failed').textContent).toBe('Failed0+, none found so far')
    expect(screen.getByText('1–2 of 20 or more · newest first')).toBeTruthy()
  })

  it('are left out while they are not known', async () => {
    show(<RunsView tenant={null} />, { server: () => json(page), totals: { wrong: true } })
    expect(await screen.findByText('1–2 · newest first')).toBeTruthy()
    expect(tab('All').textContent).toBe('All')
  })
})

describe('the menu of a field', () => {
  const values = {
    values: [
      { value: 'team', runs: 3 },
      { value: 'data', key: 'team', runs: 2 },
      { value: 'a=b', key: 'odd', runs: 1 },
    ],
    more: false,
    looked: 2_000,
    reached: '2026-11-30T10:00:00Z',
  }
  const server = (url: URL) => json(url.pathname === '/console/runs/values' ? values : page)
  const openLabels = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Label' }))
    return screen.findByRole('dialog', { name: 'Filter by label' }, { timeout: 5_000 })
  }

  it('offers what runs have, with how many, asks for what is ticked, and says what it looked at', async () => {
    const { asked } = show(<RunsView tenant={null} />, { at: '/runs?status=failed&label=gone', server })
    const menu = within(await openLabels())
    expect(await menu.findByRole('checkbox', { name: /^team=data ?, 2 runs/ }, { timeout: 5_000 })).toBeTruthy()
    expect(menu.getByText(/Counted in the newest 2,000 runs, back to/)).toBeTruthy()
    const question = asked.find(({ pathname }) => pathname === '/console/runs/values')?.searchParams
    expect([question?.get('field'), question?.get('status'), question?.get('label')]).toEqual(['label', 'failed', null])
    expect(menu.getByRole('checkbox', { name: 'gone' })).toHaveProperty('checked', true)
    fireEvent.click(menu.getByRole('checkbox', { name: /^odd=a=b/ }))
    expect(new URLSearchParams(window.location.search).getAll('label')).toEqual(['gone', 'odd:a=b'])
    fireEvent.click(menu.getByRole('checkbox', { name: 'gone' }))
    expect(new URLSearchParams(window.location.search).getAll('label')).toEqual(['odd:a=b'])
  })

  it('finds in its values, and takes what is typed where none of them fits', async () => {
    show(<RunsView tenant={null} />, { server })
    const menu = within(await openLabels())
    await menu.findByRole('checkbox', { name: /^team ?, 3 runs/ }, { timeout: 5_000 })
    fireEvent.change(menu.getByRole('textbox', { name: 'Find labels' }), { target: { value: 'env=prod' } })
    expect(menu.queryByRole('checkbox')).toBeNull()
    fireEvent.click(menu.getByRole('button', { name: 'env=prod' }))
    expect(window.location.search).toBe('?label=env:prod')
  })

  it('has no tenants for whoever has one', async () => {
    show(<RunsView tenant="acme" />, { server })
    await screen.findByText('first')
    expect(screen.queryByRole('button', { name: 'Tenant' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Pipeline' })).toBeTruthy()
  })
})

describe('the filters on a little screen', () => {
  it('stand below each other in a sheet, the one that is set open', async () => {
    show(<RunsView tenant="acme" />, { at: '/runs?status=failed&label=team', server: () => json(page) })
    fireEvent.click(screen.getByRole('button', { name: 'Filters (2)' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    const names = sheet.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)
    expect(names).toEqual(['Time', 'Pipeline', 'Labelset', 'More'])
    fireEvent.click(await sheet.findByRole('checkbox', { name: /^running/ }))
    expect(window.location.search).toBe('?status=running,failed&label=team')
    fireEvent.click(sheet.getByRole('button', { name: 'Show the runs' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
