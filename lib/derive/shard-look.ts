import { isJsonObject, parseJson } from '@/lib/contract/json'
import type { ShardProgress } from '@/lib/contract/records/shards'
import { type Look, runLook } from './run-look'

const ORDER = ['completed', 'running', 'failed', 'cancelled', 'pending'] as const

/** Shards by state, in the order in which a reader asks: done, at work, lost, stopped, waiting. */
export const progressSegments = (progress: ShardProgress): { label: string; count: number; tone: Look['tone'] }[] =>
  ORDER.map((status) => ({
    label: status,
    count: progress[status],
    tone: status === 'pending' ? 'neutral' : runLook(status).tone,
  }))

/** The same of rows by their own words: one that only a later engine knows comes last. */
export const shardSegments = (statuses: readonly string[]): { label: string; count: number; tone: Look['tone'] }[] =>
  countSegments(statuses.map((status) => ({ status, count: 1 })))

export function countSegments(
  counts: readonly { status: string; count: number }[],
): { label: string; count: number; tone: Look['tone'] }[] {
  const known = new Map<string, number>(ORDER.map((status) => [status, 0]))
  for (const { status, count } of counts) known.set(status, (known.get(status) ?? 0) + count)
  return [...known].map(([label, count]) => ({
    label,
    count,
    tone: label === 'pending' ? 'neutral' : runLook(label).tone,
  }))
}

/** What is left of a lease at `now`: negative once it has lapsed; null: none was given, or nobody can read it. */
export function leaseLeftMs(until: string | null, now: number): number | null {
  const end = until === null ? Number.NaN : Date.parse(until)
  return Number.isNaN(end) ? null : end - now
}

/** `id 1 … 1001` for a range of keys; any other descriptor as it is stored. */
export function shardWords(descriptor: string): string {
  try {
    const range = parseJson(descriptor)
    if (!isJsonObject(range)) return descriptor
    const { key, lo, hi } = range
    if (typeof key !== 'string' || lo === undefined || hi === undefined) return descriptor
    const from = range['lo_unbounded'] === true ? '' : `${lo} `
    const to = range['hi_unbounded'] === true ? '' : ` ${hi}`
    return `${key} ${from}…${to}`
  } catch {
    return descriptor
  }
}
