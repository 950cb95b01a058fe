import type { ShardProgress } from '@/lib/contract/records/shards'

/** Rows of one status word. */
export interface ShardCount {
  status: string
  count: number
}

/**
 * Sums rows by status. Any other word counts as pending, as engines do; so does `cancelled` where `cancelledApart` is
 * false: engines up to 1.13.2 do not know it and wait for such a shard for ever.
 */
export function shardProgress(counts: readonly ShardCount[], cancelledApart: boolean): ShardProgress {
  const progress: ShardProgress = { total: 0, completed: 0, failed: 0, running: 0, pending: 0, cancelled: 0 }
  for (const { status, count } of counts) {
    progress.total += count
    progress[bucketOf(status, cancelledApart)] += count
  }
  return progress
}

function bucketOf(status: string, cancelledApart: boolean): Exclude<keyof ShardProgress, 'total'> {
  if (status === 'completed' || status === 'failed' || status === 'running') return status
  return status === 'cancelled' && cancelledApart ? status : 'pending'
}

/** A run without shards is never done: its coordinator died before it had written any. */
export const allTerminal = ({ total, completed, failed, cancelled }: ShardProgress): boolean =>
  total > 0 && completed + failed + cancelled === total

/** How a parent ends once its shards have. */
export function parentOutcome({ total, failed, cancelled }: ShardProgress): {
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
} {
  if (cancelled > 0) return { status: 'cancelled', error: null }
  return failed > 0
    ? { status: 'failed', error: `${failed}/${total} shard(s) failed` }
    : { status: 'completed', error: null }
}
