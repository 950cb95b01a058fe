import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '@/lib/contract/deps'
import { whoRuns } from '@/lib/services/runs/who-runs'
import { ACME_BOSS, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { engineSaying, withMember } from '../../support/write-world'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})
const ask = (deps: Partial<Deps> = {}) => whoRuns(world.as(OPERATOR, deps), {})
const closed = (more: object): Partial<Deps> => ({
  store: { capabilities: async () => ({ ...(await world.store.store.capabilities()), ...more }) },
})

describe('who would run what is submitted', () => {
  it('is nobody where there is neither an engine nor a member', async () => {
    expect(await ask()).toEqual({
      engine: null,
      no_engine: expect.stringContaining('FAUCET_CONSOLE_ENGINES'),
      members: [],
      store_is_closed: null,
      needs_approval: false,
    })
  })

  it('are members that claim runs of no pool; the others are told apart', async () => {
    expect((await ask(withMember(world, { in_flight: 1 }))).members).toEqual([
      { instance_id: 'member-1', in_flight: 1, max_concurrent: 2, pools: null, would_claim: true },
    ])
    expect((await ask(withMember(world, { pools: ['heavy'] }))).members).toMatchObject([{ would_claim: false }])
  })

  it('is nobody while the store takes no row, whoever lives', async () => {
    const member = withMember(world)
    expect(await ask({ ...member, ...closed({ readOnly: 'schema stamp 9' }) })).toMatchObject({
      members: [],
      store_is_closed: 'schema stamp 9',
    })
    expect(await ask({ ...member, ...closed({ degradedSince: '2026-11-30T12:00:00Z' }) })).toMatchObject({
      store_is_closed: 'the history database does not answer',
    })
  })

  it('is the engine where one is configured: asked in the name of whoever asks, whatever the store is', async () => {
    const { engine, asked } = engineSaying(200, '{}')
    expect(await ask({ engine, ...closed({ readOnly: 'x' }) })).toMatchObject({
      engine: { answers: true, knows_you: true, reason: null },
      store_is_closed: null,
    })
    expect(asked).toMatchObject([{ method: 'GET', target: '/v1/whoami', principal: 'ops-one' }])
    expect(await ask({ engine: engineSaying(401, '').engine })).toMatchObject({
      engine: { answers: true, knows_you: false },
    })
    const away: Deps['engine'] = {
      absent: () => null,
      states: async () => [],
      send: async () => ({ kind: 'unavailable', reason: 'gone' }),
    }
    expect(await ask({ engine: away })).toMatchObject({ engine: { answers: false, knows_you: false, reason: 'gone' } })
  })

  it('says that every run needs approval here', async () => {
    const ctx = world.as(OPERATOR)
    ctx.settings.requireApproval = ['run']
    expect(await whoRuns(ctx, {})).toMatchObject({ needs_approval: true })
  })

  it('is nothing for viewers, nor for the confined; that is filed', async () => {
    await expect(whoRuns(world.as(VIEWER), {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(whoRuns(world.as(ACME_BOSS), {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.filed()).toMatchObject([
      { action: 'run.submit', result: 'denied', principal: 'tenant-a-boss' },
      { action: 'run.submit', result: 'denied', principal: 'viewer-one' },
    ])
  })
})
