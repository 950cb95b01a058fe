import { COUNT_CAP, type Total } from '@/lib/derive/run-totals'
import { compact, counted, whole } from '@/lib/format/number'

/** `186`, `10K+`. */
export const shortCount = ({ count, capped }: Total): string =>
  capped ? `${compact(Math.min(count, COUNT_CAP))}+` : compact(count)

/** `186 runs`, `more than 10,000 runs`, `20 runs or more` of what there was no time to count. */
export function totalWords({ count, capped }: Total): string {
  if (!capped) return counted(count, 'run')
  if (count === 0) return 'none found so far'
  return count >= COUNT_CAP ? `more than ${whole(COUNT_CAP)} runs` : `${counted(count, 'run')} or more`
}

/** The same behind `1–50`. */
export function ofWords({ count, capped }: Total): string {
  if (!capped) return `of ${whole(count)}`
  return count >= COUNT_CAP ? `of more than ${whole(COUNT_CAP)}` : `of ${whole(count)} or more`
}
