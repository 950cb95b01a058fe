import type { QueueStore } from '@/lib/contract/ports/queue'
import { queuedRun } from '@/lib/store/kit/queued-run'
import type { MemoryEnv } from './state'

export function createMemoryQueue({ state }: MemoryEnv): QueueStore {
  const runs = state.table('faucet_serve_runs')
  const links = state.table('faucet_tenant_runs')

  return {
    async enqueue(submission) {
      const row = queuedRun(submission)
      const { run_id, tenant } = submission.run
      if (runs.has(run_id)) return false
      runs.set(run_id, row)
      if (tenant !== undefined) links.set(run_id, { run_id, tenant })
      return true
    },
  }
}
