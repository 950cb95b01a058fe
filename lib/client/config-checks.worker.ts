import { configProblems } from '@/lib/derive/config-problems'
import type { ChecksAnswer, ChecksQuestion } from './use-config-problems'

/** Reads configs beside the page: a long one takes seconds, and typing goes on meanwhile. */
addEventListener('message', ({ data }: MessageEvent<ChecksQuestion>) => {
  const { id, text, format, reader } = data
  postMessage({ id, text, list: configProblems(text, format, reader) } satisfies ChecksAnswer)
})
