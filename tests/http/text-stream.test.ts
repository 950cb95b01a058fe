import { expect, it } from 'vitest'
import { textStream } from '@/lib/http/text-stream'

/** Counts what was made of it, and whether it was told to end. */
function source(pieces: number) {
  const seen = { made: 0, ended: false }
  async function* make() {
    try {
      while (seen.made < pieces) yield `piece ${++seen.made};`
    } finally {
      seen.ended = true
    }
  }
  return { seen, stream: textStream(make(), () => undefined) }
}

it('makes a piece only when the one before was taken', async () => {
  const { seen, stream } = source(1_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen.made).toBe(0)
  const reader = stream.getReader()
  await reader.read()
  await reader.read()
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(seen.made).toBe(2)
})

it('ends its source when the reader goes away', async () => {
  const { seen, stream } = source(1_000)
  const reader = stream.getReader()
  await reader.read()
  await reader.cancel()
  expect(seen).toEqual({ made: 1, ended: true })
})

it('is all the pieces, in order', async () => {
  expect(await new Response(source(3).stream).text()).toBe('piece 1;piece 2;piece 3;')
})

it('breaks off when its source fails, and says so', async () => {
  const told: unknown[] = []
  async function* failing() {
    yield 'half'
    throw new Error('the store is away')
  }
  const answer = new Response(textStream(failing(), (error) => told.push(error)))
  await expect(answer.text()).rejects.toThrow('the store is away')
  expect(told).toHaveLength(1)
})

it('lets others have their turn between two pieces, however fast it is read', async () => {
  const { seen, stream } = source(50)
  const reading = new Response(stream).text()
  const turns: number[] = []
  while (seen.made < 50) {
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(seen.made)
  }
  await reading
  expect(turns.length).toBeGreaterThan(20)
})
