import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { RunRecord } from '@/lib/contract/records/runs'
import { getRunToEdit } from '@/lib/services/runs/get-run-to-edit'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})
const add = (more: Partial<RunRecord> = {}) =>
  world.store.runs.upsert(
    aRun({ run_id: 'first', config_body: 'password: hunter2\na: 1\n', config_format: 'yaml', ...more }),
  )
const open = (principal: Principal = ADMIN) => getRunToEdit(world.as(principal), { run_id: 'first' })

describe('a run that somebody starts from', () => {
  it('comes with its config, and what is secret in it hidden', async () => {
    await add({ name: 'nightly', labels: { template: 'orders' } })
    expect(await open()).toMatchObject({
      ...{ run_id: 'first', name: 'nightly', template: 'orders' },
      text: { state: 'shown', format: 'yaml', body: 'password: ***\na: 1\n', redacted: true },
    })
  })

  it('comes without its config to whoever is no admin, and where it was not kept', async () => {
    await add()
    expect((await open(OPERATOR)).text).toEqual({ state: 'withheld' })
    await world.store.runs.upsert(aRun({ run_id: 'first' }))
    expect((await open()).text).toEqual({ state: 'not_kept' })
  })

  it('is nothing for a viewer, and not found for another tenant', async () => {
    await add({ tenant: 'globex' })
    await expect(open(VIEWER)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(open(ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })
})
