import { describe, expect, it } from 'vitest'
import { capabilities } from '@/lib/services/console/capabilities'
import { navCounts } from '@/lib/services/console/nav-counts'
import { tenantChoices } from '@/lib/services/console/tenant-choices'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

async function world() {
  const made = ctxWorld()
  const add = (run: Parameters<typeof aRun>[0]) => made.store.runs.upsert(aRun(run))
  await add({ run_id: 'a', status: 'running', submitted_at: at('2026-11-30T10:00:00Z') })
  await add({ run_id: 'b', status: 'failed', submitted_at: at('2026-11-30T11:00:00Z') })
  await add({ run_id: 'old', status: 'failed', submitted_at: at('2026-11-20T11:00:00Z') })
  await add({ run_id: 'c', status: 'queued', tenant: 'acme', submitted_at: at('2026-11-30T11:00:00Z') })
  await made.store.tenants.linkRun('c', 'acme')
  return made
}

describe('counts beside the navigation', () => {
  it('are of what goes on and of the last day', async () => {
    const { as } = await world()
    expect(await navCounts(as(ADMIN), {})).toMatchObject({ active_runs: 2, failed_runs: 1, members: 0, changes: 0 })
  })

  it('are of one tenant where somebody sees that alone, without what is nothing for them', async () => {
    const { as } = await world()
    expect(await navCounts(as(ACME_BOSS), {})).toMatchObject({ active_runs: 1, failed_runs: 0, members: null })
    expect(await navCounts(as(ADMIN), { tenant: 'acme' })).toMatchObject({ active_runs: 1, failed_runs: 0 })
  })

  it('leave out what a viewer may not decide', async () => {
    const { as } = await world()
    expect(await navCounts(as(VIEWER), {})).toMatchObject({ changes: null, connections: null, active_runs: 2 })
  })

  it('leave out what cannot be read, and keep the rest', async () => {
    const { as, store } = await world()
    const insight = Object.create(store.insight)
    insight.countByStatus = () => Promise.reject(new Error('gone'))
    expect(await navCounts(as(ADMIN, { insight }), {})).toMatchObject({ active_runs: null, failed_runs: 1 })
  })
})

describe('the choice of a tenant', () => {
  it('is nothing where there are none, and one’s own for the confined', async () => {
    const { as } = ctxWorld()
    expect(await tenantChoices(as(VIEWER), {})).toEqual({ tenants: [], is_cut: false })
    expect(await tenantChoices(as(ACME_BOSS), {})).toEqual({ tenants: ['acme'], is_cut: false })
    await expect(tenantChoices(as(ACME_BOSS), { tenant: 'globex' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what is known of the installation', () => {
  const state = {
    host: 'engine:8080',
    unreachable: null,
    version: '1.17.0',
    history_ok: false,
    queue_ok: true,
    draining: false,
  }

  it('tells how each engine does, but not to the confined', async () => {
    const { as } = await world()
    const engine = { absent: () => null, states: async () => [state], send: () => Promise.reject(new Error('unused')) }
    expect(await capabilities(as(VIEWER, { engine }), {})).toMatchObject({ engines: [state], members: 0 })
    expect(await capabilities(as(ACME_BOSS, { engine }), {})).toMatchObject({ engines: [], members: null, where: '' })
  })
})
