import type { NavCounts } from '@/lib/client/console'

/** A number beside an entry of the navigation. */
export interface NavCount {
  count: number
  words: string
  /** Somebody has to act. */
  isHot: boolean
}

/** What stands beside the entry of this address: what needs somebody first, nothing where it is none. */
export function countsFor(href: string, counts: NavCounts | undefined): NavCount[] {
  if (counts === undefined) return []
  const { changes, connections, active_runs, failed_runs, members } = counts
  const some = (count: number | null, words: string, isHot = false): NavCount[] =>
    count === null || count === 0 ? [] : [{ count, words, isHot }]
  switch (href) {
    case '/': {
      const waiting = changes === null && connections === null ? null : (changes ?? 0) + (connections ?? 0)
      return some(waiting, 'waiting for you', true)
    }
    case '/runs':
      return [...some(failed_runs, 'failed in 24 hours', true), ...some(active_runs, 'active')]
    case '/cluster':
      return some(members, 'live')
    default:
      return []
  }
}

const MOST = 99
export const countText = (count: number): string => (count > MOST ? `${MOST}+` : String(count))
