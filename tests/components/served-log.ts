import { LOG_LEVELS } from '@/lib/contract/records/logs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { json } from './screen'
import { headOf } from './served-run'

export interface StoredLine {
  text: string
  level: string
  ts: string
  attrs?: Record<string, string>
}

export const stored = (text: string, level = 'INFO', ts = '2026-11-30T10:00:00.000Z'): StoredLine => ({
  text,
  level,
  ts,
})

interface ServedLog {
  lines: () => readonly StoredLine[]
  isCut?: boolean
  isKept?: boolean
  oldestAt?: string | null
  delivery?: object
}

const STRETCH = 500

/** A server that has the run and these lines, numbered from 0, and answers as ours does. */
export function servingLog(run: RunRecord, log: ServedLog): (url: URL) => Response {
  return (url) => {
    const part = /\/logs(?:\/(\w+))?$/.exec(url.pathname)
    if (part === null) return json(headOf(run))
    const lines = log.lines()
    const level = url.searchParams.get('level')
    const isShown = (one: StoredLine | undefined) =>
      one !== undefined && (level === null || rank(one.level) <= rank(level))
    const after = url.searchParams.get('after')
    if (part[1] === 'lines') {
      const ranges = (url.searchParams.get('ranges') ?? '').split(',').map((range) => range.split('-'))
      return json(
        ranges.map(([from, to]) =>
          window(lines, from === '' ? -1 : Number(from), Number(to)).filter(({ seq }) => isShown(lines[Number(seq)])),
        ),
      )
    }
    if (part[1] === 'search') {
      const words = (url.searchParams.get('q') ?? '').toLowerCase()
      const hits = lines.flatMap((one, seq) => {
        const at = `app: ${one.text}`.toLowerCase().indexOf(words)
        return at === -1 || !isShown(one) || seq <= Number(after ?? -1) ? [] : [[String(seq), at, at + words.length]]
      })
      return json({ hits, reached: null })
    }
    return json(map(lines, after === null ? -1 : Number(after), url.searchParams.get('at') !== null, log))
  }
}

function map(lines: readonly StoredLine[], after: number, isOpening: boolean, log: ServedLog): object {
  const stretches = []
  for (let from = after + 1; from < lines.length; from += STRETCH) {
    const part = lines.slice(from, from + STRETCH)
    const counts = LOG_LEVELS.map((level) => part.filter((one) => one.level === level).length)
    stretches.push([String(from + part.length - 1), part.at(-1)?.ts ?? '', ...counts, 0])
  }
  return {
    kept: log.isKept ?? true,
    truncated: log.isCut ?? false,
    stretches,
    more: false,
    oldest_at: log.oldestAt ?? null,
    delivery: log.delivery ?? null,
    opened: isOpening && lines.length > 0 ? { index: 0, lines: window(lines, -1, STRETCH - 1) } : null,
  }
}

const window = (lines: readonly StoredLine[], after: number, to: number) =>
  lines.slice(after + 1, to + 1).map(({ text, level, ts, attrs }, index) => ({
    seq: String(after + 1 + index),
    ts,
    level,
    line: `${ts} ${level} app: ${text}`,
    ...(attrs && { attrs }),
    place: index + 1,
  }))

const rank = (level: string): number => (LOG_LEVELS as readonly string[]).indexOf(level)
