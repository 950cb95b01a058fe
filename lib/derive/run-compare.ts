import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'

/** A change of this size is worth a mark. */
const NOTABLE = 0.1

export interface Change {
  /** `+12.5%`; null: there is nothing to compare, or it was nothing before. */
  percent: string | null
  isNotable: boolean
  isSame: boolean
}

/** From one number to another; null: one of them is not known. */
export function changeOf(a: Count | null, b: Count | null): Change | null {
  if (a === null || b === null) return null
  const [before, after] = [Number(a), Number(b)]
  if (before === after) return { percent: null, isNotable: false, isSame: true }
  if (before === 0) return { percent: null, isNotable: true, isSame: false }
  const ratio = after / before - 1
  const size = Math.abs(ratio) * 100
  const shown = size < 0.1 ? '<0.1' : size >= 1000 ? Math.round(size).toLocaleString('en') : size.toFixed(1)
  return {
    percent: `${ratio > 0 ? '+' : '−'}${shown}%`,
    isNotable: Math.abs(after - before) >= NOTABLE * before,
    isSame: false,
  }
}

/** One invocation in two runs; null: that run has none of it. */
export interface InvocationPair {
  key: string
  row_id: string
  parent: string | null
  a: InvocationRow | null
  b: InvocationRow | null
}

/** Invocations of two runs by row and parent record; where one comes several times, in the order of the run. */
export function pairInvocations(a: readonly InvocationRow[], b: readonly InvocationRow[]): InvocationPair[] {
  const pairs = new Map<string, InvocationPair>()
  const put = (rows: readonly InvocationRow[], side: 'a' | 'b') => {
    const seen = new Map<string, number>()
    for (const row of rows) {
      const name = JSON.stringify([row.row_id, row.parent_record_key ?? null])
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const key = `${name}${nth}`
      const pair = pairs.get(key) ?? {
        key,
        row_id: row.row_id,
        parent: row.parent_record_key ?? null,
        a: null,
        b: null,
      }
      pair[side] = row
      pairs.set(key, pair)
    }
  }
  put(a, 'a')
  put(b, 'b')
  return [...pairs.values()].sort((one, other) => weightOf(other) - weightOf(one))
}

/** What somebody looks for first: what ended in another way or is in one run only, then what took longer or shorter. */
function weightOf({ a, b }: InvocationPair): number {
  if (a === null || b === null) return ONE_SIDED
  const state = a.status === b.status ? 0 : OTHER_END
  return state + Math.abs(Number(b.duration_ms) - Number(a.duration_ms))
}
const OTHER_END = 2e15
const ONE_SIDED = 1e15

/** The same in both, by whatever is compared of them. */
export const isSamePair = ({ a, b }: InvocationPair): boolean =>
  a !== null &&
  b !== null &&
  a.status === b.status &&
  Number(a.records_written) === Number(b.records_written) &&
  (a.error ?? null) === (b.error ?? null)

export interface LabelPair {
  key: string
  a: string | null
  b: string | null
}

/** Labels of two runs by key, those that differ first. */
export function pairLabels(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): LabelPair[] {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  const of = (labels: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(labels, key) ? (labels[key] ?? null) : null
  return keys
    .map((key) => ({ key, a: of(a, key), b: of(b, key) }))
    .sort((one, other) => Number(one.a === one.b) - Number(other.a === other.b))
}
