import { z } from 'zod'
import { SubmitRunBody } from '@/lib/derive/run-requests'
import type { Asked } from '../kit/engine-operation'
import { defineCommand } from '../kit/use-case'
import { dispatch, dispatchFacts, type SubmitOutcome } from './internal-dispatch'

/** Submits a run. `asked` is the request as it came, for the engine. */
export const submitRun = defineCommand({
  label: 'run.submit',
  permission: 'run_write',
  scope: 'tenant',
  input: SubmitRunBody.extend({ tenant: z.string().optional(), asked: z.custom<Asked>().optional() }),
  needs: ['runs', 'leases', 'queue', 'tenants', 'templates', 'changes', 'store', 'engine'],
  run: (deps, { tenant = null, asked, ...request }, ctx): Promise<SubmitOutcome> =>
    dispatch(deps, request, { tenant, asked }, ctx),
  audit: dispatchFacts,
})
