import 'server-only'

const encoder = new TextEncoder()

/**
 * Pieces of text as a response body. The next piece is made when the reader has taken the one before, so that one at a
 * time is in memory; when the reader goes away the source is ended. A source that fails breaks the answer off: a file that
 * looks whole and is not would be worse than none.
 */
export function textStream(
  pieces: AsyncIterable<string>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A reader on this machine is always ready for more, and SQLite's driver never waits: others get their turn here.
        await new Promise((resolve) => setImmediate(resolve))
        try {
          const next = await source.next()
          if (next.done) controller.close()
          else controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          failed(error)
          controller.error(error)
        }
      },
      async cancel() {
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
