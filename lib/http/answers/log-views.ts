import 'server-only'
import { LOG_LEVELS, type PlacedLine, type RunLogPage } from '@/lib/contract/records/logs'
import { type Seq, U64_MAX } from '@/lib/contract/records/primitives'
import type { Ctx } from '@/lib/services/kit/ctx'
import { exportRunLogs } from '@/lib/services/logs/export-run-logs'
import { type LogMap, mapRunLogs } from '@/lib/services/logs/map-run-logs'
import { readLogLines } from '@/lib/services/logs/read-log-lines'
import { type LogSearch, searchRunLogs } from '@/lib/services/logs/search-run-logs'
import { type LogTail, tailRunLogs } from '@/lib/services/logs/tail-run-logs'
import { field, flag, type Incoming, oneOf, query, refuseQuery, sequence, text, whole } from '../input'
import { textStream } from '../stream'
import { type Answer, json, printPlain } from './list'
import { CUT_NOTICE, jsonLine } from './logs'

/** How a log is laid out, and the lines at the place where it is opened. */
export const logMap = {
  run: mapRunLogs,
  input: query({ after: sequence, at: text }),
  answer: ({ isKept, isTruncated, stretches, hasMore, oldestAt, delivery, opened }: LogMap): Answer =>
    json(
      printPlain({
        kept: isKept,
        truncated: isTruncated,
        stretches: stretches.map(({ to, at, counts }) => [to, at, ...counts]),
        more: hasMore,
        oldest_at: oldestAt,
        delivery,
        opened,
      }),
    ),
}

/** `-499,499-999`: what lies after the one number, up to and with the other. */
const ranges = field({ type: 'string' }, (value, name) =>
  value.split(',').map((range) => {
    const [, after = '', to = ''] = /^(\d{0,20})-(\d{1,20})$/.exec(range) ?? []
    if (to === '' || BigInt(to) > U64_MAX) throw refuseQuery(name, 'not ranges of sequence numbers')
    return { after: after === '' ? null : (after as Seq), to: to as Seq }
  }),
)

/** Lines of some stretches: a list for each. */
export const logLines = {
  run: readLogLines,
  input: query({ ranges, level: oneOf(LOG_LEVELS) }),
  answer: (found: PlacedLine[][]): Answer => json(printPlain(found)),
}

/** Where the words or the pattern are: of each line its number and the places. */
export const logSearch = {
  run: searchRunLogs,
  input: query({ q: text, regex: flag, case: flag, level: oneOf(LOG_LEVELS), after: sequence }),
  answer: ({ hits, reached }: LogSearch): Answer =>
    json(printPlain({ hits: hits.map(({ seq, places }) => [seq, ...places]), reached })),
}

export const logTail = {
  run: tailRunLogs,
  input: query({ limit: whole }),
  answer: ({ isKept, lines }: LogTail): Answer => json(printPlain({ kept: isKept, lines })),
}

/** The whole log as a file, sent while it is read. */
export const logFile = {
  run: exportRunLogs,
  input: query({ format: oneOf(['text', 'jsonl']) }),
  answer(pages: AsyncIterable<RunLogPage>, _: Ctx, { search, path }: Incoming): Answer {
    const isJson = search.get('format') === 'jsonl'
    const name = `run-${(path['run_id'] ?? '').replace(/[^\w.-]/g, '_').slice(0, 64)}.${isJson ? 'jsonl' : 'log'}`
    return {
      status: 200,
      type: isJson ? 'application/x-ndjson' : 'text/plain; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="${name}"` },
      stream: textStream(() => (isJson ? jsonPages(pages) : textPages(pages))),
    }
  },
}

async function* textPages(pages: AsyncIterable<RunLogPage>): AsyncGenerator<string> {
  let isCut = false
  for await (const { lines, truncated } of pages) {
    isCut = truncated
    yield lines.map(({ line }) => `${line}\n`).join('')
  }
  if (isCut) yield CUT_NOTICE
}

async function* jsonPages(pages: AsyncIterable<RunLogPage>): AsyncGenerator<string> {
  let isCut = false
  for await (const { lines, truncated } of pages) {
    isCut = truncated
    yield lines.map(jsonLine).join('')
  }
  if (isCut) yield '{"truncated":true}\n'
}
