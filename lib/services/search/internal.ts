import { isHistoryError } from '@/lib/contract/errors'
import { matchRank } from '@/lib/derive/match-rank'

/** One thing that was found; `rank` as in `matchRank`, the lower the better. */
export interface Found<T> {
  rank: number
  hit: T
}

/** The best of them, in the order they came where they are alike. */
export const best = <T>(found: readonly Found<T>[], most: number): Found<T>[] =>
  found.toSorted((a, b) => a.rank - b.rank).slice(0, most)

/** The best rank of any of several texts; null: none holds it. */
export function rankOf(texts: readonly (string | null | undefined)[], part: string): number | null {
  const ranks = texts.flatMap((text) => {
    const rank = text ? matchRank(text, part) : null
    return rank === null ? [] : [rank]
  })
  return ranks.length === 0 ? null : Math.min(...ranks)
}

/** What a store lacks, or cannot tell while it is away, is found nowhere; everything else goes on. */
export async function orNone<T>(read: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await read
  } catch (error) {
    if (isHistoryError(error) && (error.kind === 'missing' || error.kind === 'degraded')) return []
    throw error
  }
}
