import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** The run that was submitted with an idempotency key, while its claim is kept. */
export const findRunByKey = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ key: z.string().min(1), tenant: z.string().optional() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { key, tenant }, { principal }) {
    // Later engines keep the keys of each tenant apart.
    const claim =
      (tenant === undefined ? null : await insight.idempotency(`tenant:${tenant}:${key}`)) ??
      (await insight.idempotency(key))
    if (claim === null) throw notFound()
    const { columns } = own(principal, await runs.get(claim.run_id))
    const { run_id = claim.run_id, name = null, status = '', submitted_at = '' } = columns
    return { run_id, name, status, submitted_at }
  },
})
