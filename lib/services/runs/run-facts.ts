import { z } from 'zod'
import { isHistoryError } from '@/lib/contract/errors'
import type { ShardRow } from '@/lib/contract/records/shards'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

const MOST_SHARDS = 2_000

/** What a run's body does not say: who works on it, until when, whether it shall stop, and its shards. */
export const runFacts = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id }, { principal }) {
    own(principal, await runs.get(run_id))
    const [[columns], shards] = await Promise.all([
      insight.runColumns([run_id]),
      insight.shardRows(run_id, MOST_SHARDS + 1).catch(noneWithoutTable),
    ])
    return {
      owner: columns?.owner ?? null,
      lease_expires_at: columns?.lease_expires_at ?? null,
      cancel_requested: columns?.cancel_requested ?? null,
      shards: shards.slice(0, MOST_SHARDS),
      has_more_shards: shards.length > MOST_SHARDS,
    }
  },
})

/** A store that never had shards has no table of them. */
function noneWithoutTable(error: unknown): ShardRow[] {
  if (isHistoryError(error) && error.kind === 'missing') return []
  throw error
}
