import { isJsonObject, type Json, parseJson, writeJson } from '@/lib/contract/json'
import type { LogDelivery, RunLogLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'

/** The column form of a sequence: exactly 20 digits, so that text order is number order. */
export const paddedSeq = (seq: Seq): string => seq.padStart(20, '0')

/** The plain digits of a column; text that is no number counts as 0, as engines read it. */
export const plainSeq = (column: string): Seq => (/^\d+$/.test(column) ? String(BigInt(column)) : '0') as Seq

/** A line as its row. `attrs` is a column of later stores only. */
export const logRow = (runId: string, { seq, ts, level, line, attrs }: RunLogLine) => ({
  run_id: runId,
  seq: paddedSeq(seq),
  ts,
  level,
  line,
  attrs: attrs === undefined || Object.keys(attrs).length === 0 ? null : writeJson(attrs),
})

/** The line of a row; attributes that cannot be read are left out. */
export function readLogLine(row: Readonly<Record<string, string | null>>): RunLogLine {
  const attrs = readAttrs(row['attrs'] ?? null)
  return {
    seq: plainSeq(row['seq'] ?? ''),
    ts: row['ts'] ?? '',
    level: row['level'] ?? '',
    line: row['line'] ?? '',
    ...(attrs !== null && { attrs }),
  }
}

function readAttrs(text: string | null): Record<string, string> | null {
  if (text === null) return null
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    return null
  }
  if (!isJsonObject(value)) return null
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return texts.length === 0 ? null : Object.fromEntries(texts)
}

/** Counts by level with, at last, what is of no level that we know. */
export const countsOf = (lines: number, known: readonly number[]): number[] => [
  ...known,
  known.reduce((left, count) => left - count, lines),
]

/** What a row says of delivery; null: nothing was tried. */
export function readDelivery(row: Readonly<Record<string, string | null | undefined>>): LogDelivery | null {
  const of = (column: string) => row[column] || null
  const delivered = of('delivered_seq')
  const dropped = of('dropped')
  const delivery = {
    delivered: delivered === null ? null : plainSeq(delivered),
    delivered_at: of('delivered_at'),
    dropped: dropped !== null && /^0*[1-9]\d*$/.test(dropped) ? dropped.replace(/^0+/, '') : null,
    last_error: of('last_error'),
    last_attempt_at: of('last_attempt_at'),
    failing_since: of('failing_since'),
  }
  return Object.values(delivery).every((value) => value === null) ? null : delivery
}
