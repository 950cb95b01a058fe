import 'server-only'

/** One server-sent event, or a comment that keeps the line open. */
export type ServerEvent = { event: string; data: string; id?: string } | { comment: string }

const KEEP_ALIVE_MS = 15_000
const encoder = new TextEncoder()

/**
 * Events of an iterator as a response body, with a comment whenever 15 s passed without one. `start` gets the signal that
 * ends whatever the iterator waits for: it is given when the reader goes away.
 */
export function eventStream(start: (gone: AbortSignal) => AsyncIterable<ServerEvent>): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const iterator = start(gone.signal)[Symbol.asyncIterator]()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    gone.abort()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const keepAlive = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          controller.enqueue(encoder.encode(print({ comment: '' })))
          keepAlive()
        }, KEEP_ALIVE_MS)
        timer.unref()
      }
      keepAlive()
      try {
        const next = await iterator.next()
        if (gone.signal.aborted) return
        if (next.done) {
          end()
          controller.close()
        } else controller.enqueue(encoder.encode(print(next.value)))
      } catch (error) {
        const isWanted = !gone.signal.aborted
        end()
        if (isWanted) controller.error(error)
      }
    },
    async cancel() {
      end()
      await iterator.return?.()
    },
  })
}

/** Texts of an iterator as a response body: the next is made when the one before has been taken. */
export function textStream(start: () => AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = start()[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // An empty text is no chunk: the reader would wait for another pull that never comes.
      for (;;) {
        const next = await iterator.next()
        if (next.done) return controller.close()
        if (next.value !== '') return controller.enqueue(encoder.encode(next.value))
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** A line break inside the data would start another field: each line gets its own. */
function print(event: ServerEvent): string {
  if ('comment' in event) return `:${event.comment}\n\n`
  const id = event.id === undefined ? '' : `id: ${event.id}\n`
  const data = event.data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')
  return `event: ${event.event}\n${id}${data}\n`
}
