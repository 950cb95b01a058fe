import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventStream, type ServerEvent } from '@/lib/http/stream'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

it('writes an event as its fields, every line of its data by itself', async () => {
  async function* events(): AsyncGenerator<ServerEvent> {
    yield { event: 'log', data: 'a\nb\r\nc', id: '7' }
    yield { event: 'end', data: 'done' }
  }
  const answer = new Response(eventStream(events))
  expect(await answer.text()).toBe('event: log\nid: 7\ndata: a\ndata: b\ndata: c\n\nevent: end\ndata: done\n\n')
})

it('says something every 15 seconds while there is nothing to say', async () => {
  async function* events(): AsyncGenerator<ServerEvent> {
    await new Promise((resolve) => setTimeout(resolve, 40_000))
    yield { event: 'end', data: 'done' }
  }
  const reader = eventStream(events).getReader()
  const first = reader.read()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(text((await first).value)).toBe(':\n\n')
  const second = reader.read()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(text((await second).value)).toBe(':\n\n')
  const third = reader.read()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(text((await third).value)).toBe('event: end\ndata: done\n\n')
  expect((await reader.read()).done).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('tells its source when the reader goes away, and keeps nothing', async () => {
  const ended: string[] = []
  async function* events(gone: AbortSignal): AsyncGenerator<ServerEvent> {
    try {
      for (let n = 0; ; n++) {
        yield { event: 'log', data: String(n) }
        await new Promise((resolve) => gone.addEventListener('abort', resolve))
      }
    } finally {
      ended.push('source')
    }
  }
  const reader = eventStream(events).getReader()
  await reader.read()
  await reader.cancel()
  expect(ended).toEqual(['source'])
  expect(vi.getTimerCount()).toBe(0)
})

it('breaks off when its source fails', async () => {
  async function* events(): AsyncGenerator<ServerEvent> {
    yield { event: 'log', data: 'a' }
    throw new Error('the store is away')
  }
  await expect(new Response(eventStream(events)).text()).rejects.toThrow('the store is away')
  expect(vi.getTimerCount()).toBe(0)
})
