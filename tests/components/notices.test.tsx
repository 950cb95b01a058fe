import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoticeLayer } from '@/components/ui/notice-layer'
import { dismissNotice, notify, shownNotices } from '@/components/ui/notices'

const texts = () => shownNotices().map(({ text }) => text)
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  vi.useFakeTimers()
  for (const { id } of shownNotices()) dismissNotice(id)
  render(<NoticeLayer />)
  // The list itself comes with the first notice.
  await import('@/components/ui/notice-list')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const say = (notice: Parameters<typeof notify>[0]) => act(async () => notify(notice))

test('what went well is said politely and goes by itself; what failed is said at once and stays', async () => {
  await say({ tone: 'good', text: 'The run was cancelled' })
  await say({ tone: 'bad', text: 'The run could not be deleted', details: 'forbidden · request-1' })
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('The run was cancelled')
  expect(screen.getByRole('alert').textContent).toBe('The run could not be deleted')
  await pass(5_000)
  expect(texts()).toHaveLength(2)
  await pass(2_000)
  expect(texts()).toEqual(['The run could not be deleted'])
  await pass(600_000)
  expect(texts()).toEqual(['The run could not be deleted'])
  fireEvent.click(screen.getByRole('button', { name: 'Put away' }))
  expect(texts()).toEqual([])
})

test('nothing goes while somebody points at it or has reached it by keyboard', async () => {
  await say({ tone: 'info', text: 'Three runs were queued', link: { href: '/runs', label: 'See them' } })
  const corner = screen.getByRole('region', { name: 'Notices' })
  fireEvent.pointerEnter(corner)
  await pass(60_000)
  expect(texts()).toHaveLength(1)
  const link = screen.getByRole('link', { name: 'See them' })
  await act(async () => link.focus())
  fireEvent.pointerLeave(corner)
  await pass(60_000)
  expect(texts()).toHaveLength(1)
  await act(async () => link.blur())
  await pass(12_000)
  expect(texts()).toEqual([])
})

test('details can be copied, and the one thing to do is done once', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  const undo = vi.fn()
  await say({ tone: 'bad', text: 'It failed', details: 'internal\nrequest-7', action: { label: 'Undo', act: undo } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy details' })))
  expect(copied).toEqual(['internal\nrequest-7'])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(texts()).toEqual([])
  vi.unstubAllGlobals()
})

test('of too many, the oldest makes room, but errors last', async () => {
  await say({ tone: 'bad', text: 'one' })
  for (const text of ['two', 'three', 'four', 'five']) await say({ tone: 'good', text })
  expect(texts()).toEqual(['one', 'three', 'four', 'five'])
})
