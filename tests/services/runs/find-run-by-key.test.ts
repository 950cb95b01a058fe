import { beforeEach, describe, expect, it } from 'vitest'
import { findRunByKey } from '@/lib/services/runs/find-run-by-key'
import { ACME_BOSS, type CtxWorld, ctxWorld, OPERATOR } from '../../support/ctx'
import { aRun } from '../../support/records'

let world: CtxWorld
beforeEach(async () => {
  world = ctxWorld()
  await world.store.runs.upsert(aRun({ run_id: 'r-1', name: 'first' }))
  await world.store.runs.claimIdempotency('k', 'f', 'r-1', 86_400_000)
  await world.store.runs.upsert(aRun({ run_id: 'r-2', tenant: 'acme' }))
  await world.store.tenants.linkRun('r-2', 'acme')
  await world.store.runs.claimIdempotency('tenant:acme:k', 'f', 'r-2', 86_400_000)
})

describe('the run of an idempotency key', () => {
  it('is found by the key, or by the key of a tenant', async () => {
    expect(await findRunByKey(world.as(OPERATOR), { key: 'k' })).toMatchObject({ run_id: 'r-1', name: 'first' })
    expect(await findRunByKey(world.as(OPERATOR), { key: 'k', tenant: 'acme' })).toMatchObject({ run_id: 'r-2' })
    expect(await findRunByKey(world.as(OPERATOR), { key: 'k', tenant: 'other' })).toMatchObject({ run_id: 'r-1' })
  })

  it('is nothing where nobody holds it, and nobody else’s to know', async () => {
    await expect(findRunByKey(world.as(OPERATOR), { key: 'none' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await findRunByKey(world.as(ACME_BOSS), { key: 'k' })).toMatchObject({ run_id: 'r-2' })
    await world.store.runs.claimIdempotency('k3', 'f', 'r-1', 86_400_000)
    await expect(findRunByKey(world.as(ACME_BOSS), { key: 'k3' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
