import { z } from 'zod'
import { isHistoryError } from '@/lib/contract/errors'
import type { ShardRow } from '@/lib/contract/records/shards'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** Of one page; a run of more is read on from the last. */
const MOST = 2_000

/** The shards of a run by id, after the one named `after`. A run without any has none, and so has a store without them. */
export const listShards = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), after: z.string().optional() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id, after }, { principal }) {
    own(principal, await runs.get(run_id))
    const found = await insight.shardRows(run_id, MOST + 1, after).catch(noneWithoutTable)
    const shards = found.slice(0, MOST)
    const last = shards.at(-1)
    return { shards, next: found.length > MOST && last !== undefined ? last.shard_id : null }
  },
})

/** A store that never had shards has no table of them. */
function noneWithoutTable(error: unknown): ShardRow[] {
  if (isHistoryError(error) && error.kind === 'missing') return []
  throw error
}
