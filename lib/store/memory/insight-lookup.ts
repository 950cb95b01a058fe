import { type InsightLookup, isIdPrefix } from '@/lib/contract/ports/insight-lookup'
import { newestFirst, runRow } from './runs'
import type { MemoryEnv } from './state'

export function createMemoryInsightLookup({ state }: MemoryEnv): InsightLookup {
  const links = state.table('faucet_tenant_runs')
  return {
    async runsByIdPrefix(prefix, limit, tenant) {
      if (!isIdPrefix(prefix)) return []
      return [...state.table('faucet_serve_runs').values()]
        .filter(({ run_id }) => run_id?.startsWith(prefix))
        .filter(({ run_id }) => tenant === undefined || links.get(run_id ?? '')?.['tenant'] === tenant)
        .sort(newestFirst)
        .slice(0, Math.max(1, limit))
        .map((row) => runRow({ ...row, body: '' }))
    },
  }
}
