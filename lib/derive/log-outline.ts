import { LOG_LEVELS, type LogStretch } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { levelsBelow } from './log-levels'

/** Lines that follow each other, as a reader of some levels counts them. */
export interface Stretch {
  /** Its lines are greater than this; null: it begins the log. */
  after: Seq | null
  /** Sequence of its last line. */
  to: Seq
  /** The latest time that one of its lines carries. */
  at: string
  counts: readonly number[]
  /** Lines, and those of them that are shown. */
  total: number
  shown: number
  /** Lines of the log before it, and those of them that are shown. */
  before: number
  shownBefore: number
}

/** All lines of a log by number, without one of them: what stands where, and where to look for it. */
export interface Outline {
  stretches: readonly Stretch[]
  total: number
  shown: number
}

/** Which levels a count belongs to: those that are known, then every other word. */
const isShown = (level: string | null): boolean[] => {
  const hidden = levelsBelow(level)
  return [...LOG_LEVELS.map((one) => !hidden.includes(one)), true]
}

export function outlineOf(stretches: readonly LogStretch[], level: string | null): Outline {
  const shows = isShown(level)
  const laid: Stretch[] = []
  let [after, before, shownBefore]: [Seq | null, number, number] = [null, 0, 0]
  for (const { to, at, counts } of stretches) {
    const total = counts.reduce((sum, count) => sum + count, 0)
    const shown = counts.reduce((sum, count, index) => (shows[index] === false ? sum : sum + count), 0)
    laid.push({ after, to, at, counts, total, shown, before, shownBefore })
    after = to
    before += total
    shownBefore += shown
  }
  return { stretches: laid, total: before, shown: shownBefore }
}

/** What was known, with what was read after `after` in its place. */
export const joined = (known: readonly LogStretch[], after: Seq | null, read: readonly LogStretch[]): LogStretch[] => [
  ...(after === null ? [] : known.filter(({ to }) => compareSeq(to, after) <= 0)),
  ...read,
]

/** Sequences are decimal texts, longer than a number holds exactly. */
export const compareSeq = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** The stretch that the shown line of this number (from 0) is in. */
export const stretchAtIndex = ({ stretches }: Outline, index: number): number =>
  lastWhere(stretches, ({ shownBefore }) => shownBefore <= index)

/** The stretch that the line of this number among all (from 1) is in. */
export const stretchAtNumber = ({ stretches }: Outline, number: number): number =>
  lastWhere(stretches, ({ before }) => before < number)

/** The stretch that this line is in, or would be; -1: it would stand behind all lines. */
export function stretchOfSeq({ stretches }: Outline, seq: string): number {
  const at = lastWhere(stretches, ({ after }) => after === null || compareSeq(after, seq) < 0)
  const found = stretches[at]
  return found === undefined || compareSeq(found.to, seq) < 0 ? -1 : at
}

/** The first stretch that has lines of this time or a later one; -1: none has. */
export const stretchAtTime = ({ stretches }: Outline, at: string): number =>
  stretches.findIndex((stretch) => stretch.at >= at)

const errorsOf = ({ counts }: Stretch): number => counts[0] ?? 0
export const hasErrors = (stretch: Stretch): boolean => errorsOf(stretch) > 0

/** How many lines there are of each level, all of the log. */
export function levelCounts(stretches: readonly LogStretch[]): { level: string; count: number }[] {
  return LOG_LEVELS.map((level, index) => ({
    level,
    count: stretches.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
  })).filter(({ count }) => count > 0)
}

/** Index of the last one that fits, where those that fit come first; -1: none does. */
function lastWhere<T>(list: readonly T[], fits: (one: T) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const one = list[middle]
    if (one !== undefined && fits(one)) low = middle + 1
    else high = middle
  }
  return low - 1
}
