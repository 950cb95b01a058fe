import { z } from 'zod'
import { recordOf } from '@/lib/contract/stored'
import { rerunOf } from '@/lib/derive/rerun'
import { isSealedConfig } from '@/lib/derive/sealed-config'
import { AppError } from '../kit/app-error'
import { postOf } from '../kit/engine-operation'
import { own } from '../kit/scope'
import { defineCommand } from '../kit/use-case'
import { openedConfig } from './internal-config'
import { addressOf, dispatch, dispatchFacts, type SubmitOutcome } from './internal-dispatch'

/**
 * Submits what a run was made of once more, as a new run, in the name of whoever asks: what they could not submit
 * themselves they cannot repeat. The key makes two presses of one button one run.
 */
export const rerunRun = defineCommand({
  label: 'run.submit',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), idempotency_key: z.string().min(1).max(200) }),
  needs: ['runs', 'leases', 'queue', 'tenants', 'templates', 'changes', 'store', 'engine', 'vault'],
  async run(deps, { run_id, idempotency_key }, ctx): Promise<SubmitOutcome> {
    const run = recordOf(own(ctx.principal, await deps.runs.get(run_id)))
    if (run.config_body === undefined) {
      throw new AppError('unprocessable', 'the config of this run was not kept: engines keep it only in a cluster')
    }
    const isAlone = deps.engine.absent() !== null
    if (isAlone && isSealedConfig(run.config_body)) {
      throw new AppError('unprocessable', 'its config is stored sealed, and only an engine would seal it again')
    }
    const again = rerunOf(run, openedConfig(deps.vault, run_id, run.config_body), idempotency_key)
    if (!again.ok) throw new AppError('unprocessable', `this run cannot be run again: ${again.reason}`)
    const { request, tenant, pool } = again
    if (pool === null) return dispatch(deps, request, { tenant }, ctx)
    if (isAlone) {
      throw new AppError('unprocessable', `this run was for the pool '${pool}', and only an engine queues for a pool`)
    }
    return dispatch(deps, request, { tenant, asked: postOf(addressOf(tenant), { ...request, pool }) }, ctx)
  },
  audit: dispatchFacts,
})
