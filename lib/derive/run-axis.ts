/** From when to when, in milliseconds. */
export interface Stretch {
  from: number
  to: number
}

/** A piece of a time axis: work to scale, or an idle time that takes a little room whatever its length. */
export interface AxisPiece extends Stretch {
  /** Where it begins and how wide it is, as shares of the whole. */
  at: number
  size: number
  isIdle: boolean
}

/** An idle time longer than this share of all work is folded. */
const FOLDED_FROM = 0.2
/** What a folded one takes of the axis, and what all of them take at most. */
const FOLDED_SIZE = 0.03
const FOLDED_MOST = 0.25
/** More than so many would fold the work out of sight. */
const MOST_STRETCHES = 12

/** When anything was at work: overlapping and near ones as one, in order, at most twelve. */
export function stretchesOf(spans: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return joined(merged, workIn(merged) * FOLDED_FROM)
}

/** Without the gaps that are not worth folding; of those that are, the longest. */
function joined(stretches: readonly Stretch[], shortest: number): Stretch[] {
  const gaps = stretches.slice(1).map(({ from }, at) => from - (stretches[at]?.to ?? from))
  const longest = gaps.toSorted((a, b) => b - a)[MOST_STRETCHES - 1] ?? 0
  const result: Stretch[] = []
  stretches.forEach((stretch, at) => {
    const last = result.at(-1)
    const gap = gaps[at - 1] ?? 0
    if (last !== undefined && (gap <= shortest || gap <= longest)) last.to = stretch.to
    else result.push({ ...stretch })
  })
  return result
}

const workIn = (stretches: readonly Stretch[]): number => stretches.reduce((sum, { from, to }) => sum + to - from, 0)

/** The axis of a run: from its beginning to its end, idle times folded. Empty: the run has no length. */
export function axisOf(span: Stretch | null, stretches: readonly Stretch[]): AxisPiece[] {
  if (span === null) return []
  const work = stretches
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => to >= from)
  const shortest = workIn(work) * FOLDED_FROM
  const pieces: (Stretch & { isIdle: boolean })[] = []
  let reached = span.from
  for (const { from, to } of [...work, { from: span.to, to: span.to }]) {
    const isIdle = from - reached > shortest && work.length > 0
    if (isIdle) pieces.push({ from: reached, to: from, isIdle })
    const last = pieces.at(-1)
    // What is not worth folding belongs to the work beside it.
    const begin = isIdle ? from : reached
    if (last !== undefined && !last.isIdle) last.to = to
    else if (to > begin) pieces.push({ from: begin, to, isIdle: false })
    reached = to
  }
  return sized(pieces)
}

function sized(pieces: readonly (Stretch & { isIdle: boolean })[]): AxisPiece[] {
  const idle = pieces.filter(({ isIdle }) => isIdle).length
  const folded = idle === 0 ? 0 : Math.min(FOLDED_SIZE, FOLDED_MOST / idle)
  const work = workIn(pieces.filter(({ isIdle }) => !isIdle))
  let at = 0
  return pieces.map((piece) => {
    const length = piece.to - piece.from
    const size = piece.isIdle ? (work === 0 ? 1 / idle : folded) : (length / work) * (1 - folded * idle)
    const placed = { ...piece, at, size }
    at += size
    return placed
  })
}

/** Where an instant lies on the axis, from 0 to 1. */
export function shareOf(axis: readonly AxisPiece[], ms: number): number {
  const piece = axis.find(({ to }) => ms <= to) ?? axis.at(-1)
  if (piece === undefined) return 0
  const within = piece.to > piece.from ? (ms - piece.from) / (piece.to - piece.from) : 0
  return piece.at + piece.size * Math.min(Math.max(within, 0), 1)
}

/** What instant lies at a share of the axis. */
export function instantAt(axis: readonly AxisPiece[], share: number): number {
  const piece = axis.find(({ at, size }) => share <= at + size) ?? axis.at(-1)
  if (piece === undefined) return 0
  const within = piece.size > 0 ? (share - piece.at) / piece.size : 0
  return piece.from + (piece.to - piece.from) * Math.min(Math.max(within, 0), 1)
}

const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000, 604_800_000,
]

/**
 * Instants to write beside a window of the axis: where each stretch of work begins to be seen, and round ones after it, no
 * two of them, and no end of a stretch, nearer than `apart` of the window.
 */
export function ticksOf(axis: readonly AxisPiece[], window: { from: number; to: number }, apart: number): number[] {
  const width = window.to - window.from
  return axis.flatMap((piece) => {
    const [begin, end] = [Math.max(piece.at, window.from), Math.min(piece.at + piece.size, window.to)]
    if (piece.isIdle || end - begin < (apart * width) / 2) return []
    const perShare = (piece.to - piece.from) / piece.size
    const least = perShare * width * apart
    const step = STEPS_MS.find((one) => one >= least) ?? STEPS_MS.at(-1) ?? 1
    const first = instantAt(axis, begin)
    const last = instantAt(axis, end) - least
    const ticks = [first]
    for (let at = Math.ceil((first + least) / step) * step; at <= last; at += step) ticks.push(at)
    return ticks
  })
}
