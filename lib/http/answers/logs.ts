import 'server-only'
import type { RunLogLine, RunLogPage } from '@/lib/contract/records/logs'
import { U64_MAX } from '@/lib/contract/records/primitives'
import { AppError } from '@/lib/services/kit/app-error'
import type { Ctx } from '@/lib/services/kit/ctx'
import { followRunLogs, type LogEvent } from '@/lib/services/logs/follow-run-logs'
import { readRunLogs } from '@/lib/services/logs/read-run-logs'
import { type Incoming, query, sequence, text, whole } from '../input'
import { eventStream, type ServerEvent } from '../stream'
import type { Answer } from './list'

/** Ends a log whose run wrote more. */
export const CUT_NOTICE = '… (earlier lines truncated: per-run cap reached)\n'

type Format = 'jsonl' | 'text'
const FORMATS: Readonly<Record<Format, (page: RunLogPage) => Answer>> = {
  jsonl: ({ lines, truncated }) => ({
    status: 200,
    type: 'application/x-ndjson',
    text: lines.map(jsonLine).join('') + (truncated ? '{"truncated":true}\n' : ''),
  }),
  text: ({ lines, truncated }) => ({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: lines.map(({ line }) => `${line}\n`).join('') + (truncated ? CUT_NOTICE : ''),
  }),
}

/**
 * Sequence numbers exceed 2^53: their digits are printed as they are. The rest is plain text, and a page has 10,000 lines:
 * the native printer will do.
 */
export const jsonLine = ({ seq, ...rest }: RunLogLine): string =>
  `{"seq":${BigInt(seq)},${JSON.stringify(rest).slice(1)}\n`

const readQuery = query({ format: text, after: sequence, limit: whole })

/** The format is judged before anybody looks whether the run exists. */
const readPage = Object.assign(
  (incoming: Incoming) => {
    const input = readQuery(incoming)
    formatOf(incoming)
    return input
  },
  { params: readQuery.params },
)

function formatOf({ search }: Incoming): Format {
  const format = search.get('format')
  if (format === 'jsonl' || format === 'text') return format
  throw new AppError('bad_config', `unknown log format '${format}'; use 'jsonl' or 'text' (or omit for the SSE stream)`)
}

/** `?format=jsonl|text`: a page of a run's stored lines. */
export const runLogs = {
  run: readRunLogs,
  input: readPage,
  answer: (page: RunLogPage, _: Ctx, incoming: Incoming): Answer => FORMATS[formatOf(incoming)](page),
}

/** Without a format: lines as they are stored, until the run has ended (http-api.md 6.1, 6.3). */
export const runLogStream = {
  run: followRunLogs,
  input: lastEvent,
  answer: (follow: (signal: AbortSignal) => AsyncIterable<LogEvent>): Answer => ({
    status: 200,
    type: 'text/event-stream',
    headers: { 'cache-control': 'no-cache' },
    stream: eventStream((signal) => told(follow(signal))),
  }),
}

/** A browser that comes back names the last event it got; what is no number of ours starts from the top, as in engines. */
function lastEvent(incoming: Incoming): object {
  readQuery(incoming)
  const id = incoming.request.headers.get('last-event-id') ?? ''
  return { after: /^\d{1,20}$/.test(id) && BigInt(id) <= U64_MAX ? id : null }
}

async function* told(events: AsyncIterable<LogEvent>): AsyncGenerator<ServerEvent> {
  for await (const event of events) {
    if (event.kind === 'line') yield { event: 'log', data: event.line, id: String(BigInt(event.seq)) }
    else if (event.kind === 'truncated')
      yield { event: 'truncated', data: 'lines of this run were dropped: its log reached the cap' }
    else yield { event: 'end', data: 'done' }
  }
}
