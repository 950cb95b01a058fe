import { z } from 'zod'
import { AppError } from '../kit/app-error'
import type { Ctx } from '../kit/ctx'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

const MOST_TOPICS = 600
const LONGEST_TOPIC = 200
/** A stream ends now and then and is opened anew: then it is asked again who is listening. */
const LONGEST_MS = 30 * 60_000

/** Rings of topics, as they come. They carry no data: whoever hears one reads again, where permissions are checked. */
export const listen = defineQuery({
  label: 'console.events',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ topics: z.string() }),
  needs: ['runs'],
  async run({ runs }, { topics: list }, ctx) {
    const topics = [...new Set(list.split(','))].filter((topic) => topic !== '')
    if (topics.length === 0 || topics.length > MOST_TOPICS || topics.some((topic) => topic.length > LONGEST_TOPIC)) {
      throw new AppError(
        'bad_config',
        `topics: 1 to ${MOST_TOPICS} topics, none longer than ${LONGEST_TOPIC} characters`,
      )
    }
    if (ctx.principal.tenant !== null) {
      for (const topic of topics) {
        const [, runId] = /^(?:run|logs):(.*)$/s.exec(topic) ?? []
        // When something happens to another tenant's run is not theirs to know either.
        if (runId !== undefined) own(ctx.principal, await runs.get(runId))
      }
    }
    return (gone: AbortSignal): AsyncIterable<string> => rings(ctx, topics, gone)
  },
})

async function* rings(ctx: Ctx, topics: readonly string[], gone: AbortSignal): AsyncGenerator<string> {
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, LONGEST_MS)
  timer.unref()
  gone.addEventListener('abort', end)
  try {
    const bell = ctx.hear(topics, over.signal)
    while (!over.signal.aborted) yield* await bell.next()
  } finally {
    clearTimeout(timer)
    gone.removeEventListener('abort', end)
    end()
  }
}
