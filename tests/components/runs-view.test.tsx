import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunsView } from '@/components/runs/runs-view'
import type { RunRecord } from '@/lib/contract/records/runs'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, never, refused, ring, show } from './screen'

const listed = (...runs: (RunRecord | object)[]) => json({ runs })
const aNamed = (name: string, more: Partial<RunRecord> = {}) =>
  aRun({ name, submitted_at: at('2026-11-30T11:00:00Z'), finished_at: at('2026-11-30T11:00:01Z'), ...more })
const shownNames = () =>
  within(screen.getByRole('table', { name: 'Runs' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the list of runs', () => {
  it('keeps the room of its rows while it is read', () => {
    show(<RunsView tenant={null} />, { server: never })
    expect(screen.getByRole('status', { name: 'Loading runs' })).toBeTruthy()
  })

  it('says what would stand here when there is nothing', async () => {
    show(<RunsView tenant={null} />, { server: () => listed() })
    expect(await screen.findByText('No runs yet')).toBeTruthy()
  })

  it('claims nothing of a store that is away', async () => {
    const store = {
      kind: 'postgres',
      where: 'db',
      stamp: null,
      read_only: null,
      degraded_since: '2026-11-30T11:00:00Z',
      simulated: false,
      engines: [],
      members: null,
      console_version: '1.0.0',
    }
    show(<RunsView tenant={null} />, {
      server: (url) => (url.pathname === '/console/capabilities' ? json(store) : listed()),
    })
    expect(await screen.findByText('Nothing is known while the database is away')).toBeTruthy()
  })

  it('says that the question leaves nothing, which is another thing, and offers to ask less', async () => {
    show(<RunsView tenant={null} />, { at: '/runs?status=failed&limit=25', server: () => listed() })
    expect(await screen.findByText('No run fits all of this')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Clear all filters' }).getAttribute('href')).toBe('/runs?limit=25')
  })

  it('shows a refusal where the rows would be, and asks again when told to', async () => {
    let isUp = false
    show(<RunsView tenant={null} />, {
      server: () => (isUp ? listed(aNamed('back again')) : refused('bad_config', 'the store says no', 400)),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('the store says no')
    expect(alert.textContent).toContain('bad_config')
    expect(alert.textContent).toContain('request-1')
    isUp = true
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('back again')).toBeTruthy()
  })

  it('keeps the rows it has when a later reading fails, and says so', async () => {
    let isUp = true
    show(<RunsView tenant={null} />, {
      server: () => (isUp ? listed(aNamed('from before')) : refused('forbidden', 'not any more', 403)),
    })
    await screen.findByText('from before')
    isUp = false
    fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
    expect(await screen.findByText(/The last reading failed: not any more/)).toBeTruthy()
    expect(screen.getByText('from before')).toBeTruthy()
  })

  it('keeps a row that cannot be read in its place, whoever noticed it', async () => {
    show(<RunsView tenant={null} />, {
      server: () =>
        listed(
          aNamed('first'),
          {
            run_id: 'r2',
            name: 'broken',
            status: 'completed',
            submitted_at: '2026-11-30T10:00:00Z',
            unreadable: true,
            reason: 'the body is not JSON',
          },
          { ...aNamed('odd shape'), invocations: null },
          aNamed('last'),
        ),
    })
    await screen.findByText('first')
    expect(shownNames()).toEqual(['first', 'broken', 'odd shape', 'last'])
    expect(screen.getByText('cannot be read: the body is not JSON')).toBeTruthy()
    expect(screen.getByText(/cannot be read: the stored body does not fit: invocations/)).toBeTruthy()
  })

  it('shows the words of the first failure, cut to a line, and every state by its own name', async () => {
    const invocations = [
      { row_id: 'a', parent_record_key: null, records_written: 0, duration_ms: 0, error: 'no such file\nsecond line' },
    ]
    show(<RunsView tenant={null} />, {
      server: () =>
        listed(
          aNamed('a', { status: 'failed', error: '1 invocation(s) failed', invocations }),
          aNamed('b', { status: 'paused' }),
        ),
    })
    expect(await screen.findAllByText('no such file')).toHaveLength(2)
    expect(screen.getByText('paused')).toBeTruthy()
  })

  it('draws a duration against what is usual only where it has seen enough', async () => {
    const quick = { labels: { pipeline: 'p' } }
    show(<RunsView tenant={null} />, {
      server: () => listed(...['a', 'b', 'c'].map((name) => aNamed(name, quick)), aNamed('other')),
    })
    await screen.findByText('other')
    const [first, , , other] = screen.getAllByText('1.0 s').map((text) => text.closest('[data-tip]'))
    expect(first?.getAttribute('data-tip')).toContain('the middle of 3 completed runs')
    expect(other?.getAttribute('data-tip')).not.toContain('usual')
  })

  it('has no column and no filter of tenants for somebody confined to one', async () => {
    show(<RunsView tenant="acme" />, { server: () => listed(aNamed('mine', { tenant: 'acme' })) })
    await screen.findByText('mine')
    expect(screen.queryByRole('columnheader', { name: 'Tenant' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Tenant' })).toBeNull()
  })

  describe('of a search without an index', () => {
    const piece = (day: number, ...runs: object[]) =>
      json({
        runs,
        next_cursor: `2026-11-${day}T10:00:00.000000000Z~`,
        reached: `2026-11-${day}T10:00:00.000000000Z`,
        looked: 41_000,
      })
    const server = (url: URL) => {
      const day = Number(/-(\d\d)T/.exec(url.searchParams.get('cursor') ?? '')?.[1] ?? 13) - 1
      return day === 10 ? piece(day, aNamed('rare')) : piece(day)
    }
    const cursors = () => new URLSearchParams(window.location.search).getAll('cursor').map((text) => text.slice(8, 10))

    it('says how far back it has looked, and goes on by itself until something is found', async () => {
      const { goTo } = show(<RunsView tenant={null} />, { at: '/runs?name=rare', server })
      expect(await screen.findByText(/Nothing found so far. Looked at 41,000 runs, back to/)).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Keep looking' }))
      expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
      expect(cursors()).toEqual(['12'])
      goTo(window.location.href)
      await waitFor(() => expect(cursors()).toEqual(['12', '11']))
      goTo(window.location.href)
      expect(await screen.findByRole('link', { name: 'rare' })).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Keep looking' })).toBeTruthy()
      expect(cursors()).toEqual(['12', '11'])
    })

    it('stops when it is told to', async () => {
      const { goTo } = show(<RunsView tenant={null} />, { at: '/runs?name=rare', server })
      fireEvent.click(await screen.findByRole('button', { name: 'Keep looking' }))
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
      goTo(window.location.href)
      await screen.findByText(/2026-11-11 10:00:00/)
      expect(cursors()).toEqual(['12'])
      expect(screen.getByRole('button', { name: 'Keep looking' })).toBeTruthy()
    })
  })

  it('walks on from where the answer says, and back along the same pages', async () => {
    const cursor = '2026-11-30T10:00:00.500000000Z~01a22c90-eac7-7605-88cd-8373574deb99'
    show(<RunsView tenant={null} />, {
      at: '/runs?cursor=c1&cursor=c2',
      server: () => json({ runs: [aNamed('last')], next_cursor: cursor }),
    })
    const older = await screen.findByRole('link', { name: 'Older' })
    expect(older.getAttribute('href')).toBe(`/runs?cursor=c1&cursor=c2&cursor=${cursor}`)
    expect(screen.getByRole('link', { name: 'Newer' }).getAttribute('href')).toBe('/runs?cursor=c1')
    expect(screen.getByRole('link', { name: 'Newest' }).getAttribute('href')).toBe('/runs')
  })

  it('reads the first page again only up to its top, and counts what came above', async () => {
    const top = aNamed('top', { run_id: 'b' })
    let runs: object[] = [top]
    const { asked } = show(<RunsView tenant={null} />, {
      server: (url) => json({ runs: url.searchParams.has('upto') ? [top] : runs }),
    })
    await screen.findByText('top')
    runs = [
      aNamed('newer', { submitted_at: at('2026-11-30T11:30:00Z') }),
      aNamed('same instant, higher id', { run_id: 'c' }),
      top,
      aNamed('same instant, lower id', { run_id: 'a' }),
    ]
    await ring('runs')
    expect(await screen.findByRole('button', { name: '2 new runs' })).toBeTruthy()
    expect(shownNames()).toEqual(['top'])
    expect(asked.at(-2)?.searchParams.get('upto')).toBe('2026-11-30T11:00:00Z')

    fireEvent.click(screen.getByRole('button', { name: '2 new runs' }))
    await waitFor(() => expect(shownNames()).toHaveLength(4))
    expect(screen.queryByRole('button', { name: /new run/ })).toBeNull()
  })
})
