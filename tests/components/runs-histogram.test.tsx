import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunsHistogram } from '@/components/runs/runs-histogram'
import { parseRunFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { json, refused, show } from './screen'

const HOUR = 3_600_000
const BEGIN = Date.parse('2026-11-30T06:00:00Z')
const count = (completed: number, failed = 0) => ({ completed, failed, cancelled: 0, open: 0 })
const HOURS = {
  edges: [0, 1, 2, 3].map((n) => BEGIN + n * HOUR),
  step_ms: HOUR,
  counts: [null, count(3, 1), count(1)],
  is_cut: false,
}
const at = (address: string) => parseRunFilter(searchOf(new URL(address, 'http://x').searchParams)).filter
const chart = () => screen.findByRole('figure', { name: 'Runs by when they were submitted' })

describe('the runs of the list over time', () => {
  it('asks the question of the list in the zone of the viewer, and adds up what it shows', async () => {
    const { asked } = show(<RunsHistogram filter={at('/runs?status=failed&cursor=c1')} />, {
      hasChart: true,
      server: () => json(HOURS),
    })
    await chart()
    expect(asked[0]?.pathname).toBe('/console/runs/histogram')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ zone: 'UTC', status: 'failed', limit: '50' })
    expect(screen.getByText('completed 4')).toBeTruthy()
    expect(screen.getByText('failed 1')).toBeTruthy()
    expect(screen.getByText(/older runs not counted/)).toBeTruthy()
  })

  it('narrows the list from the keyboard, end by end, and leaves it alone on Escape', async () => {
    show(<RunsHistogram filter={at('/runs?status=failed&time=finished')} />, {
      hasChart: true,
      server: () => json(HOURS),
    })
    await chart()
    const [from, to] = [
      screen.getByRole('slider', { name: 'First bar' }),
      screen.getByRole('slider', { name: 'Last bar' }),
    ]
    fireEvent.change(from, { target: { value: '1' } })
    expect(from.getAttribute('aria-valuetext')).toBe('2026-11-30 07:00–08:00')
    fireEvent.keyDown(from, { key: 'Escape' })
    expect(from).toHaveProperty('value', '0')
    fireEvent.change(from, { target: { value: '1' } })
    fireEvent.change(to, { target: { value: '1' } })
    fireEvent.keyDown(to, { key: 'Enter' })
    expect(window.location.search).toBe('?status=failed&since=2026-11-30T07:00:00Z&until=2026-11-30T07:59:59.999Z')
  })

  it('is a table too, each stretch a way to its runs', async () => {
    show(<RunsHistogram filter={at('/runs')} />, { hasChart: true, server: () => json(HOURS) })
    await chart()
    fireEvent.click(screen.getByRole('button', { name: 'Table' }))
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      '2026-11-30 06:00–07:00not countednot countednot countednot counted',
      '2026-11-30 07:00–08:003001',
      '2026-11-30 08:00–09:001000',
    ])
    const link = within(screen.getByRole('table')).getByRole('link', { name: '2026-11-30 08:00–09:00' })
    expect(link.getAttribute('href')).toBe('/runs?since=2026-11-30T08:00:00Z&until=2026-11-30T08:59:59.999Z')
  })

  it('says in its place what went wrong', async () => {
    show(<RunsHistogram filter={at('/runs')} />, {
      hasChart: true,
      server: () => refused('forbidden', 'not for you', 403),
    })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The chart could not be read: not for you'))
  })
})
