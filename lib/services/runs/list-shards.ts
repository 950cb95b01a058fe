import { z } from 'zod'
import { isHistoryError } from '@/lib/contract/errors'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** Of one page; a run of more is read on from the last. */
const MOST = 200

/**
 * The shards of a run by id, after the one named `after`, all of them or those of one status word; and how many there are
 * of each. A run without any has none, and so has a store without them.
 */
export const listShards = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), after: z.string().optional(), status: z.string().optional() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id, after, status }, { principal }) {
    own(principal, await runs.get(run_id))
    const [counts, found] = await Promise.all([
      insight.shardCounts(run_id).catch(noneWithoutTable),
      insight.shardRows(run_id, MOST + 1, after, status).catch(noneWithoutTable),
    ])
    const shards = found.slice(0, MOST)
    const last = shards.at(-1)
    return { shards, counts, next: found.length > MOST && last !== undefined ? last.shard_id : null }
  },
})

/** A store that never had shards has no table of them. */
function noneWithoutTable(error: unknown): never[] {
  if (isHistoryError(error) && error.kind === 'missing') return []
  throw error
}
