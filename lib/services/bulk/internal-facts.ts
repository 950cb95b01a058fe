import type { Deps } from '@/lib/contract/deps'
import type { Bulk, BulkOutcome } from '@/lib/contract/records/bulk'
import type { AuditFacts } from '../kit/audit'

const WORDS: readonly (readonly [BulkOutcome, string])[] = [
  ['done', 'done'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['begun', 'not finished'],
  ['todo', 'not tried'],
]

/** The one entry for all of an action: which it was, and how many runs met which fate. Its id stands where those of fan-outs do. */
export async function bulkFacts({ bulk }: Pick<Deps, 'bulk'>, { id, kind, state, tenant }: Bulk): Promise<AuditFacts> {
  const counts = await bulk.counts(id)
  const sums = WORDS.flatMap(([outcome, word]) => {
    const sum = counts.filter((one) => one.outcome === outcome).reduce((total, { count }) => total + count, 0)
    return sum === 0 ? [] : [`${sum} ${word}`]
  })
  return {
    action: 'run.bulk',
    config_fingerprint: id,
    target: `bulk:${id}`,
    detail: `${kind}: ${sums.join(', ')}${state === 'stopped' ? '; stopped' : ''}`,
    ...(tenant !== null && { tenant }),
  }
}
