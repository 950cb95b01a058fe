const LENGTHS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }
const WINDOW = /^([1-9]\d{0,6})\s*([smhdw])$/
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

export interface BackfillSpan {
  from: string
  to: string
  /** As engines take one: 45s, 30m, 6h, 1d, 1w; empty: the config's, or one for all. */
  window: string
}

export type BackfillPlan =
  | { ok: true; count: number | null; first: readonly [start: string, end: string][] }
  | { ok: false; field: keyof BackfillSpan; message: string }

const SHOWN = 5

/**
 * The windows that a backfill comes to, by the clock of UTC. Null instead of a count: the config's own window decides. Days
 * of another zone may be an hour longer or shorter; there are as many of them.
 */
export function planBackfill({ from, to, window }: BackfillSpan): BackfillPlan {
  const start = instantOf(from)
  if (start === null)
    return { ok: false, field: 'from', message: 'This is to be a date, or an instant with its offset' }
  const end = instantOf(to)
  if (end === null) return { ok: false, field: 'to', message: 'This is to be a date, or an instant with its offset' }
  if (end <= start) return { ok: false, field: 'to', message: 'The end is to be after the beginning' }
  if (window.trim() === '') return { ok: true, count: null, first: [] }
  const [, number = '', unit = ''] = WINDOW.exec(window.trim()) ?? []
  const length = Number(number) * (LENGTHS[unit] ?? 0) * 1_000
  if (length === 0)
    return { ok: false, field: 'window', message: 'This is to be a length of time, like 30m, 6h, 1d or 1w' }
  const count = Math.ceil((end - start) / length)
  const first = Array.from({ length: Math.min(count, SHOWN) }, (_, index): [string, string] => [
    textOf(start + index * length),
    textOf(Math.min(start + (index + 1) * length, end)),
  ])
  return { ok: true, count, first }
}

function instantOf(text: string): number | null {
  const ms = DATE.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN
  return Number.isFinite(ms) ? ms : null
}

const textOf = (ms: number): string => new Date(ms).toISOString().replace(/\.000Z$/, 'Z')
