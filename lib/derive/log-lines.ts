import type { RunLogLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { withoutAnsi } from './ansi'

/** One stored line, taken apart. */
export interface LogLine {
  seq: Seq
  at: string
  level: string
  /** Module that wrote it; empty where the text does not say. */
  target: string
  text: string
  /** The stored text, for whoever copies it. */
  raw: string
  /** Time runs backwards here: another attempt begins. */
  isRestart: boolean
}

export interface LogBuffer {
  lines: readonly LogLine[]
  /** The run wrote more than the engine keeps of one. */
  isTruncated: boolean
  /** The page that was read last was full: more may follow at once. */
  hasMore: boolean
  /** Lines beyond the cap are not held; the download has them. */
  isCapped: boolean
}

export const EMPTY_LOG: LogBuffer = { lines: [], isTruncated: false, hasMore: true, isCapped: false }
/** As many as engines keep of one run by default. */
const MOST_LINES = 100_000

/** The buffer with one more page; lines it holds already are dropped, order is by sequence. */
export function appendPage(
  buffer: LogBuffer,
  page: { lines: readonly RunLogLine[]; truncated: boolean; received?: number },
  pageSize: number,
): LogBuffer {
  const last = lastSeq(buffer)
  const fresh = page.lines.filter(({ seq }) => last === null || isAfter(seq, last))
  const lines = [...buffer.lines]
  for (const line of fresh) lines.push(takeApart(line, lines.at(-1)))
  const isCapped = buffer.isCapped || lines.length > MOST_LINES
  return {
    lines: isCapped ? lines.slice(0, MOST_LINES) : lines,
    isTruncated: buffer.isTruncated || page.truncated,
    hasMore: !isCapped && (page.received ?? page.lines.length) >= pageSize && fresh.length > 0,
    isCapped,
  }
}

/** Where to read on; null: from the start, which an `after` would miss (sequences begin at 0). */
export const lastSeq = (buffer: LogBuffer): Seq | null => buffer.lines.at(-1)?.seq ?? null

const isAfter = (a: Seq, b: Seq): boolean => (a.length === b.length ? a > b : BigInt(a) > BigInt(b))

const SHAPE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([A-Z]+) ([\w:.-]+): (.*)$/s

function takeApart(line: RunLogLine, before: LogLine | undefined): LogLine {
  const [, , , target = '', text = line.line] = SHAPE.exec(line.line) ?? []
  return {
    seq: line.seq,
    at: line.ts,
    level: line.level,
    target,
    text,
    raw: line.line,
    isRestart: before !== undefined && line.ts !== '' && before.at !== '' && line.ts < before.at,
  }
}

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR']
const rankOf = (level: string): number => LEVELS.indexOf(level)

/** Lines of that level and above; a level we do not know is never hidden. */
export function filterLines(lines: readonly LogLine[], level: string | null, words: string): LogLine[] {
  const least = level === null ? -1 : rankOf(level)
  return lines.filter((line) => {
    const rank = rankOf(line.level)
    return (rank === -1 || rank >= least) && holdsWords(line, words.toLowerCase())
  })
}

/** Does the line hold these words, in small letters? Colours are no obstacle. */
export function holdsWords(line: LogLine, words: string): boolean {
  let text = searchable.get(line)
  if (text === undefined) {
    text = withoutAnsi(line.raw).toLowerCase()
    searchable.set(line, text)
  }
  return text.includes(words)
}

// Lines never change; a search that is being typed asks the same ones again and again.
const searchable = new WeakMap<LogLine, string>()

export interface LevelCount {
  level: string
  count: number
}

/** How many lines of each level there are, the worst first. */
export function levelCounts(lines: readonly LogLine[]): LevelCount[] {
  const counts = new Map<string, number>()
  for (const { level } of lines) counts.set(level, (counts.get(level) ?? 0) + 1)
  return [...counts].map(([level, count]) => ({ level, count })).sort((a, b) => rankOf(b.level) - rankOf(a.level))
}
