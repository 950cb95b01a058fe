import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'

/** A member counts as live for three of its beats. */
const LIVE_MS = 30_000

/**
 * What `/readyz` says (http-api.md 7). Public, so it is no verb: nobody is asked who they are. The store is asked for
 * something; a store that has no such table did answer.
 */
export async function readiness({ leases, health, store }: Pick<Deps, 'leases' | 'health' | 'store'>) {
  let instances = 0
  let answered = true
  try {
    instances = (await leases.liveInstances(LIVE_MS)).length
  } catch (error) {
    answered = isHistoryError(error) && error.kind === 'missing'
  }
  const history_ok = answered && !health.degraded()
  const { readOnly } = await store.capabilities()
  return {
    cluster: { enabled: instances > 0, instances },
    history_ok,
    queue_ok: true,
    ...(readOnly !== null && { read_only: readOnly }),
    status: history_ok ? ('ready' as const) : ('not_ready' as const),
    triggers: [],
  }
}
