import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LogPanel } from '@/components/logs/log-panel'
import type { RunRecord } from '@/lib/contract/records/runs'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, never, refused, ring, show } from './screen'
import { headOf } from './served-run'

const over = aRun({ run_id: 'r', finished_at: at('2026-11-30T10:00:01Z') })
const running = aRun({ run_id: 'r', status: 'running', started_at: at('2026-11-30T10:00:00Z') })
const line = (seq: number, text: string, level = 'INFO') =>
  `{"seq":${seq},"ts":"2026-11-30T10:00:00.000Z","level":"${level}","line":"2026-11-30T10:00:00.000Z ${level} app: ${text}"}\n`

/** A server that has these lines and answers as ours does: after a sequence, so many at a time. */
function serving(run: RunRecord, lines: () => string[], tail = '') {
  return (url: URL) => {
    if (!url.pathname.endsWith('/logs')) return json(headOf(run))
    const after = Number(url.searchParams.get('after') ?? -1)
    const limit = Number(url.searchParams.get('limit'))
    return json(
      lines()
        .slice(after + 1, after + 1 + limit)
        .join('') + tail,
    )
  }
}
const asked = { at: '/runs/r/logs' }

describe('the log of a run', () => {
  it('shows its room while it is read, and a refusal in its place', async () => {
    const { unmount } = show(<LogPanel runId="r" />, { ...asked, server: never })
    expect(screen.getByRole('status', { name: 'Loading the log' })).toBeTruthy()
    unmount()
    show(<LogPanel runId="r" />, { ...asked, server: () => refused('not_found', 'not found', 404) })
    expect((await screen.findByRole('alert')).textContent).toContain('not_found')
  })

  it('reads page after page to the end, without a gap or a repeat', async () => {
    const lines = Array.from({ length: 5_700 }, (_, seq) => line(seq, `line ${seq}`))
    const view = show(<LogPanel runId="r" />, { ...asked, server: serving(over, () => lines) })
    await waitFor(() => expect(view.container.textContent).toContain('5,700 lines'))
    const reads = view.asked.filter(({ pathname }) => pathname.endsWith('/logs'))
    // The first page is asked for without a cursor: sequences of older engines begin at 0.
    expect(reads.map(({ searchParams }) => searchParams.get('after'))).toEqual([null, '499', '5499'])
  })

  it('tells a run that stored nothing from one that has stored nothing yet', async () => {
    const { unmount } = show(<LogPanel runId="r" />, { ...asked, server: serving(over, () => []) })
    expect(await screen.findByText('No lines are stored')).toBeTruthy()
    unmount()
    show(<LogPanel runId="r" />, { ...asked, server: serving(running, () => []) })
    expect(await screen.findByText('No line is stored yet')).toBeTruthy()
  })

  it('says that the engine cut the log', async () => {
    show(<LogPanel runId="r" />, { ...asked, server: serving(over, () => [line(0, 'a')], '{"truncated":true}\n') })
    expect(await screen.findByText(/stopped storing this run’s log at its cap/)).toBeTruthy()
  })

  it('shows that level and above, and a way out where none is', async () => {
    show(<LogPanel runId="r" />, {
      at: '/runs/r/logs?level=ERROR',
      server: serving(over, () => [line(0, 'a'), line(1, 'b', 'WARN')]),
    })
    expect(await screen.findByText('No line is error or above')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show every level' }))
    expect(window.location.search).toBe('')
  })

  it('goes on after its last line when the run rings', async () => {
    const lines = [line(0, 'first')]
    const view = show(<LogPanel runId="r" />, { ...asked, server: serving(running, () => lines) })
    await waitFor(() => expect(view.container.textContent).toContain('1 line '))
    lines.push(line(1, 'second'))
    await ring('logs:r')
    await waitFor(() => expect(view.container.textContent).toContain('2 lines'))
    expect(view.asked.at(-1)?.searchParams.get('after')).toBe('0')
  })
})
