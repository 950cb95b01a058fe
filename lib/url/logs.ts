import { LOG_LEVELS } from '@/lib/contract/records/logs'
import { pathToRunPart } from './paths'
import { one, type Search, searchText } from './search'

/** What a log is asked for. */
export interface LogFilter {
  /** That level and above. */
  level: string | null
  words: string
  /** The words are a regular expression. */
  isPattern: boolean
  isCaseSensitive: boolean
}

/** Characters of a question, at most. */
const LONGEST = 200

export function parseLogFilter(search: Search): LogFilter {
  const level = one(search, 'level')?.toUpperCase()
  return {
    level: LOG_LEVELS.find((known) => known === level) ?? null,
    words: (one(search, 'q') ?? '').slice(0, LONGEST),
    isPattern: one(search, 'regex') === '1',
    isCaseSensitive: one(search, 'case') === '1',
  }
}

export const logFilterSearch = ({ level, words, isPattern, isCaseSensitive }: LogFilter): string =>
  searchText([
    ['level', level],
    ['q', words],
    ['regex', isPattern ? '1' : null],
    ['case', isCaseSensitive ? '1' : null],
  ])

/** Where a log is opened, unless a line is named. */
const LOG_OPENINGS = ['start', 'end', 'first-error', 'last-error'] as const
export type LogOpening = (typeof LOG_OPENINGS)[number]

/** Null: as is usual for such a run. */
export const parseLogOpening = (search: Search): LogOpening | null =>
  LOG_OPENINGS.find((known) => known === one(search, 'at')) ?? null

/** A line, or several that follow each other, by their sequences. */
export interface MarkedLines {
  from: string
  to: string
}

/** `#L12`, or `#L12-L18`. */
export function parseMark(hash: string): MarkedLines | null {
  const [, from, to] = /^#L(\d{1,20})(?:-L?(\d{1,20}))?$/.exec(hash) ?? []
  if (from === undefined) return null
  const [a, b] = [plain(from), plain(to ?? from)]
  return a.length < b.length || (a.length === b.length && a <= b) ? { from: a, to: b } : { from: b, to: a }
}

export const markHash = ({ from, to }: MarkedLines): string => (from === to ? `#L${from}` : `#L${from}-L${to}`)

/** Without zeros in front: one line has one name. */
const plain = (seq: string): string => seq.replace(/^0+(?=\d)/, '')

/** Where the page's data comes from. */
export const pathToLogMap = (runId: string, search: { after?: string | null; at?: string | null }): string =>
  asked(pathToRunPart(runId, 'logs'), [
    ['after', search.after],
    ['at', search.at],
  ])

export const pathToLogLines = (
  runId: string,
  ranges: readonly { after: string | null; to: string }[],
  level: string | null,
): string =>
  asked(pathToRunPart(runId, 'logs', 'lines'), [
    ['ranges', ranges.map(({ after, to }) => `${after ?? ''}-${to}`).join(',')],
    ['level', level],
  ])

export const pathToLogSearch = (runId: string, filter: LogFilter, after: string | null): string =>
  asked(pathToRunPart(runId, 'logs', 'search'), [
    ['q', filter.words],
    ['regex', filter.isPattern ? 'true' : null],
    ['case', filter.isCaseSensitive ? 'true' : null],
    ['level', filter.level],
    ['after', after],
  ])

export const pathToLogTail = (runId: string, limit: number): string =>
  `${pathToRunPart(runId, 'logs', 'tail')}?limit=${limit}`

/** The whole log as a file. */
export const pathToLogFile = (runId: string, format: 'text' | 'jsonl'): string =>
  `${pathToRunPart(runId, 'logs', 'file')}?format=${format}`

const asked = (path: string, entries: Parameters<typeof searchText>[0]): string => {
  const search = searchText(entries)
  return search === '' ? path : `${path}?${search}`
}
