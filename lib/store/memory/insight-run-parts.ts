import type { InsightRunParts } from '@/lib/contract/ports/insight-run-parts'
import { NEAR_HEAD, NEAR_WHOLE } from '@/lib/store/kit/near-runs'
import { ts9 } from '@/lib/store/kit/ts9'
import { place } from './runs'
import type { MemoryEnv } from './state'

export function createMemoryInsightRunParts({ state }: MemoryEnv): InsightRunParts {
  const runs = state.table('faucet_serve_runs')
  const links = state.table('faucet_tenant_runs')

  return {
    async runsBeside({ name, tenant }, { at, id }, way, limit) {
      const here = `${ts9(at)}\u0000${id}`
      const isBefore = way === 'before'
      const rows = [...runs.values()]
        .filter((row) => (isBefore ? place(row) < here : place(row) > here))
        .filter((row) => row['name'] === name)
        .filter((row) => tenant === undefined || links.get(row['run_id'] ?? '')?.['tenant'] === tenant)
        .sort((a, b) => (place(a) < place(b) === isBefore ? 1 : -1))
        .slice(0, limit)
        .map((row) => {
          const body = row['body'] ?? ''
          const isWhole = body.length <= NEAR_WHOLE
          return {
            run_id: row['run_id'] ?? '',
            status: row['status'] ?? '',
            submitted_at: row['submitted_at'] ?? '',
            finished_at: row['finished_at'] ?? null,
            text: isWhole ? body : body.slice(0, NEAR_HEAD),
            is_whole: isWhole,
          }
        })
      return { rows, reached: null }
    },
  }
}
