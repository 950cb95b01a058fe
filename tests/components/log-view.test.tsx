import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LogView } from '@/components/logs/log-view'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, never, refused, ring, show } from './screen'
import { servingLog, stored } from './served-log'

// The DOM of the tests has no layout: the window of lines is as high as twenty of them.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 640 })

const over = aRun({ run_id: 'r', finished_at: at('2026-11-30T10:00:01Z') })
const running = aRun({ run_id: 'r', status: 'running', started_at: at('2026-11-30T10:00:00Z') })
const asked = { at: '/runs/r/logs' }
const many = (count: number) => Array.from({ length: count }, (_, seq) => stored(`line ${seq}`))
const view = <LogView runId="r" at={null} />
const rows = () => screen.getByRole('region', { name: 'Log lines' })
const press = (key: string) => fireEvent.keyDown(document.body, { key })

it('shows its room while it is read, and a refusal in its place', async () => {
  const { unmount } = show(view, { ...asked, server: never })
  expect(screen.getByRole('status', { name: 'Loading the log' })).toBeTruthy()
  unmount()
  show(view, { ...asked, server: () => refused('forbidden', 'run_read is needed', 403) })
  expect((await screen.findByRole('alert')).textContent).toContain('run_read is needed')
})

it('counts all lines and reads only those in view', async () => {
  const lines = many(5_700)
  const page = show(view, { ...asked, server: servingLog(over, { lines: () => lines }) })
  await waitFor(() => expect(page.container.textContent).toContain('5,700 lines'))
  await waitFor(() => expect(rows().textContent).toContain('line 3'))
  const reads = page.asked.filter(({ pathname }) => pathname.endsWith('/lines'))
  expect(reads.map(({ searchParams }) => searchParams.get('ranges'))).toEqual(['-499'])
  // The map is asked for without a cursor: sequences of older engines begin at 0.
  expect(page.asked.find(({ pathname }) => pathname.endsWith('/logs'))?.searchParams.get('after')).toBeNull()
})

it.each([
  ['This store keeps no log lines', over, { isKept: false }],
  ['No line is stored yet', running, {}],
  ['No lines are stored', over, { oldestAt: '2026-11-29T00:00:00.000Z' }],
  ['The log has expired', over, { oldestAt: '2026-11-30T11:00:00.000Z' }],
])('says %s, and why', async (title, run, more) => {
  show(view, { ...asked, server: servingLog(run, { lines: () => [], ...more }) })
  expect(await screen.findByText(title)).toBeTruthy()
})

it('says that the engine cut the log, and that the end of it is no end', async () => {
  show(view, { ...asked, server: servingLog(over, { lines: () => many(1), isCut: true }) })
  expect(await screen.findByText(/stopped storing this run’s log at its cap/)).toBeTruthy()
  expect(await screen.findByText(/End of what was stored/)).toBeTruthy()
})

it('shows that level and above with counts of all lines, and a way out where none is', async () => {
  const lines = [stored('a'), stored('b', 'WARN'), stored('c', 'WARN')]
  const page = show(view, { at: '/runs/r/logs?level=ERROR', server: servingLog(over, { lines: () => lines }) })
  expect(await screen.findByText('No line is error or above')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'warn 2' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show every level' }))
  expect(window.location.search).toBe('')
  page.goTo('/runs/r/logs?level=WARN')
  await waitFor(() => expect(page.container.textContent).toContain('2 lines of 3'))
  await waitFor(() =>
    expect(
      within(rows())
        .getAllByRole('link', { hidden: true })
        .map((link) => link.textContent),
    ).toEqual(['2', '3']),
  )
})

it('goes on after its last settled line when the run rings, and shows each line once', async () => {
  const lines = [stored('first')]
  const page = show(view, { ...asked, server: servingLog(running, { lines: () => lines }) })
  await waitFor(() => expect(rows().textContent).toContain('first'))
  lines.push(stored('second'))
  await ring('logs:r')
  await waitFor(() => expect(rows().textContent).toContain('second'))
  expect(within(rows()).getAllByText(/first/)).toHaveLength(1)
  const reads = page.asked.filter(({ pathname }) => pathname.endsWith('/lines'))
  expect(reads.at(-1)?.searchParams.get('ranges')).toBe('0-1')
})

it('follows a run that goes on until the reader is led elsewhere, and counts what comes meanwhile', async () => {
  const lines = [stored('first'), stored('bad', 'ERROR')]
  show(view, { ...asked, server: servingLog(running, { lines: () => lines }) })
  const follow = await screen.findByRole('button', { name: 'Follow' })
  expect(follow.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(rows().textContent).toContain('bad'))
  press('e')
  await waitFor(() => expect(follow.getAttribute('aria-pressed')).toBe('false'))
  lines.push(stored('third'), stored('fourth'))
  await ring('logs:r')
  fireEvent.click(await screen.findByRole('button', { name: '2 new lines' }))
  expect(follow.getAttribute('aria-pressed')).toBe('true')
})

it('finds in all lines, says which of how many, and goes round', async () => {
  const lines = many(3_000).map((line, seq) => ([2, 1_500, 2_990].includes(seq) ? stored(`needle ${seq}`) : line))
  show(view, { at: '/runs/r/logs?q=needle', server: servingLog(over, { lines: () => lines }) })
  expect(await screen.findByText('1 of 3')).toBeTruthy()
  await waitFor(() => expect(rows().querySelector('mark')?.textContent).toBe('needle'))
  press('n')
  expect(await screen.findByText('2 of 3')).toBeTruthy()
  press('N')
  expect(await screen.findByText('1 of 3')).toBeTruthy()
  press('N')
  expect(await screen.findByText('3 of 3')).toBeTruthy()
})

it('says in the field what is wrong with a pattern', async () => {
  const serve = servingLog(over, { lines: () => many(2) })
  show(view, {
    at: '/runs/r/logs?q=(&regex=1',
    server: (url) => (url.pathname.endsWith('/search') ? refused('bad_config', 'missing closing )', 400) : serve(url)),
  })
  expect(await screen.findByText('missing closing )')).toBeTruthy()
  expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true')
})

it('names lines in the address: one by a click, several with Shift, by keyboard too', async () => {
  const copied = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  const lines = [stored('\u001b[31mone\u001b[0m'), stored('two'), stored('three'), stored('four')]
  show(view, { at: '/runs/r/logs?level=INFO', server: servingLog(over, { lines: () => lines }) })
  fireEvent.click(await screen.findByLabelText('Link to line 1'))
  expect(window.location.hash).toBe('#L0')
  fireEvent.click(screen.getByLabelText('Link to line 3'), { shiftKey: true })
  expect(window.location.hash).toBe('#L0-L2')
  expect(window.location.search).toBe('?level=INFO')
  expect(rows().querySelectorAll('[data-marked]')).toHaveLength(3)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy lines' })))
  const head = '2026-11-30T10:00:00.000Z INFO app:'
  await waitFor(() => expect(copied).toHaveBeenCalledWith(`${head} one\n${head} two\n${head} three`))
  press('J')
  await waitFor(() => expect(window.location.hash).toBe('#L0-L3'))
  press('j')
  press('k')
  await waitFor(() => expect(window.location.hash).toMatch(/^#L\d$/))
  press('Escape')
  expect(window.location.hash).toBe('')
})

it('says that the line of an address is below the level, or gone', async () => {
  const lines = [stored('a'), stored('b', 'ERROR')]
  show(view, { at: '/runs/r/logs?level=ERROR#L0', server: servingLog(over, { lines: () => lines }) })
  expect(await screen.findByText(/is not among these levels/)).toBeTruthy()
})

it('is led to the first error by its address, which names the line from then on', async () => {
  const lines = many(2_000).map((line, seq) => (seq === 1_234 ? stored('boom', 'ERROR') : line))
  show(<LogView runId="r" at="first-error" />, {
    at: '/runs/r/logs?at=first-error',
    server: servingLog(over, { lines: () => lines }),
  })
  await waitFor(() => expect(window.location.hash).toBe('#L1234'))
  expect(window.location.search).toBe('')
})

it('opens the fields of a line and JSON in its text', async () => {
  const lines = [{ ...stored('got {"user":{"id":12345678901234567890}}'), attrs: { row: 'orders' } }]
  show(view, { ...asked, server: servingLog(over, { lines: () => lines }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Details of line 1' }))
  expect(await screen.findByText(/12345678901234567890$/)).toBeTruthy()
  expect(screen.getByText('row', { selector: 'dt' })).toBeTruthy()
})

it('says how far the log was delivered elsewhere, and why no farther', async () => {
  const delivery = {
    delivered: '1',
    delivered_at: '2026-11-30T10:00:01.000000000Z',
    dropped: '1200',
    last_error: 'connection refused',
    last_attempt_at: '2026-11-30T10:05:00.000000000Z',
    failing_since: '2026-11-30T10:02:00.000000000Z',
  }
  const { unmount } = show(view, { ...asked, server: servingLog(over, { lines: () => many(3), delivery }) })
  const note = await screen.findByText(/Delivered to the external log system in part/)
  expect(note.parentElement?.textContent).toContain('1,200 lines were given up')
  expect(note.parentElement?.textContent).toContain('connection refused')
  unmount()
  show(view, { ...asked, server: servingLog(over, { lines: () => many(2), delivery }) })
  expect(await screen.findByText(/Delivered to the external log system whole/)).toBeTruthy()
})

it('keeps what it shows while the store is away, and says so', async () => {
  let isAway = false
  const serve = servingLog(running, { lines: () => [stored('first')] })
  show(view, {
    ...asked,
    server: (url) =>
      isAway && url.pathname.endsWith('/logs')
        ? json({ error: { code: 'unavailable', message: 'the store is away' } }, 503)
        : serve(url),
  })
  await waitFor(() => expect(rows().textContent).toContain('first'))
  isAway = true
  await ring('logs:r')
  expect(await screen.findByText(/Reading on failed: the store is away/, undefined, { timeout: 10_000 })).toBeTruthy()
  expect(rows().textContent).toContain('first')
}, 15_000)
