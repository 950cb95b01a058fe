import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { recordOf } from '@/lib/contract/stored'
import { approveChange } from '@/lib/services/changes/approve-change'
import { proposeChange } from '@/lib/services/changes/propose-change'
import { rejectChange } from '@/lib/services/changes/reject-change'
import type { Ctx } from '@/lib/services/kit/ctx'
import { registerTemplate } from '@/lib/services/templates/register-template'
import { aChange } from '../../support/changes'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aTenant } from '../../support/tenants'
import { engineSaying, stamped, withMember } from '../../support/write-world'

const CONFIG = 'version: 1\nname: orders\npipeline:\n  source: { type: csv }\n  sink: { type: jsonl }\n'
const TEMPLATE = CONFIG.replace('version: 1', 'kind: pipeline\nversion: 1')
const SINK = 'kind: sink-template\nname: files\nsink: { type: jsonl, config: {} }\nper_stream: { path: a.jsonl }\n'
const SECOND: Principal = { name: 'second-admin', role: 'admin', tenant: null }
type Rules = Ctx['approvals']['rules']

let world: CtxWorld
let deps: Partial<Deps>
let rules: Rules
beforeEach(() => {
  world = ctxWorld()
  deps = withMember(world)
  rules = []
})

const ctx = (principal: Principal, more: Partial<Deps> = {}): Ctx => ({
  ...world.as(principal, { ...deps, ...more }),
  approvals: { rules, expireSecs: 3_600 },
})
const rule = (more: Partial<Rules[number]>): Rules[number] => ({
  kinds: [],
  roles: [],
  principals: [],
  min_approvers: 1,
  self_approve: false,
  ...more,
})

type Wish = Parameters<typeof proposeChange>[1]
async function propose(
  wish: Partial<Wish> = {},
  principal = OPERATOR,
  more: Partial<Deps> = {},
): Promise<ChangeRequest> {
  const outcome = await proposeChange(ctx(principal, more), { kind: 'run', payload: { config: CONFIG }, ...wish })
  return outcome.kind === 'change' ? outcome.change : expect.fail(outcome.kind)
}
async function approve(id: string, principal = ADMIN, more: Partial<Deps> = {}): Promise<ChangeRequest> {
  const outcome = await approveChange(ctx(principal, more), { change_id: id })
  return outcome.kind === 'change' ? outcome.change : expect.fail(outcome.kind)
}
const reject = (id: string, principal = ADMIN, reason = 'no') => rejectChange(ctx(principal), { change_id: id, reason })
const stored = async (id: string): Promise<ChangeRequest> =>
  recordOf((await world.store.changes.get(id)) ?? expect.fail('no change'))
const actions = async () => (await world.filed()).map((entry) => ('action' in entry ? entry.action : '')).reverse()
const runs = async () => (await world.store.runs.list({ status: [], limit: 10 })).rows.map((row) => recordOf(row))
const register = (config: string, launch = false) => registerTemplate(world.as(ADMIN), { config, launch })

describe('what is proposed', () => {
  it('waits for as long as the rules say, and for as many as they say now', async () => {
    rules = [rule({ kinds: ['run'], min_approvers: 2, roles: ['admin'] })]
    const change = await propose({ reason: '  ', budget: { max_records: 9 } })
    expect(change).toMatchObject({ status: 'pending', required_approvals: 2, budget: { max_records: 9 } })
    expect(Date.parse(change.expires_at) - Date.parse(change.created_at)).toBe(3_600_000)
    expect(change).not.toHaveProperty('reason')
    rules = []
    expect((await approve(change.id)).status).toBe('pending')
    expect(await world.filed()).toMatchObject([
      { action: 'change.approved', principal: 'root-admin', config_fingerprint: change.id },
      { action: 'change.requested', principal: 'ops-one', config_fingerprint: change.id },
    ])
  })

  it.each([
    [{ payload: {} }, 'bad_config', 'run payload: missing field `config`'],
    [{ payload: { config: 'a: [' } }, 'bad_config', 'invalid YAML: '],
    [{ payload: { config: 'version: 1' } }, 'unprocessable', 'missing field `pipeline`'],
    [{ payload: {}, budget: { max_bytes: 0 } }, 'bad_config', 'budget.max_bytes must be greater than 0'],
    [{ kind: 'template_register', payload: { config: 'kind: nope' } }, 'unprocessable', 'unknown variant `nope`'],
    [{ kind: 'template_launch', payload: { id: 'none' } }, 'not_found', 'not found'],
    [{ kind: 'template_launch', payload: { id: 'a', version: 'latest' } }, 'bad_config', 'template_launch payload: '],
  ] as const)('is refused before it is kept: %o', async (wish, code, message) => {
    await expect(propose(wish as Partial<Wish>)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
    expect([await world.store.changes.list({ limit: 9 }), await actions()]).toEqual([[], []])
  })

  it('has no plan that only an engine could have made', async () => {
    expect((await propose()).plan).toBeUndefined()
    expect((await propose({ kind: 'template_register', payload: { config: TEMPLATE } })).plan).toBeUndefined()
    const sink = await propose({ kind: 'template_register', payload: { config: SINK } })
    expect(sink.plan?.summary).toMatchObject({ template: 'files', template_kind: 'sink-template', rows: 0 })
  })

  it('is for the tenant of whoever is confined, where engines allow it at all', async () => {
    await world.store.tenants.upsert(aTenant())
    expect((await propose({}, ACME_BOSS)).tenant).toBe('acme')
    expect(await world.filed()).toMatchObject([{ action: 'change.requested', tenant: 'acme' }])
    await expect(propose({}, ACME_BOSS, stamped(world, 3))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(propose({}, VIEWER)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('goes to an engine where one is configured, which plans it', async () => {
    const { engine, asked } = engineSaying(201, '{}')
    const wish = { kind: 'run' as const, payload: { config: CONFIG } }
    expect((await proposeChange(ctx(OPERATOR, { engine }), wish)).kind).toBe('engine')
    expect(asked).toMatchObject([{ method: 'POST', target: '/v1/changes' }])
    expect(await actions()).toEqual([])
  })
})

describe('approving a run', () => {
  it('queues it as whoever asked for it, and tells the whole story', async () => {
    const change = await propose({
      payload: { config: CONFIG, name: 'n', labels: { a: 'b' } },
      budget: { max_records: 5 },
    })
    const done = await approve(change.id)
    expect(done.status).toBe('executed')
    const [run] = await runs()
    expect(run).toMatchObject({
      run_id: done.run_id,
      status: 'pending',
      name: 'n',
      labels: { a: 'b', change: change.id },
    })
    expect(JSON.parse(run?.config_body ?? '').budget).toEqual({ max_records: 5 })
    expect((await world.filed()).reverse()).toMatchObject([
      { action: 'change.requested', principal: 'ops-one', source_ip: '127.0.0.1' },
      { action: 'change.approved', principal: 'root-admin', config_fingerprint: change.id },
      { action: 'run.submit', principal: 'ops-one', role: 'operator', run_id: done.run_id },
      { action: 'change.executed', principal: 'root-admin', config_fingerprint: change.id, run_id: done.run_id },
    ])
    const submitted = (await world.filed()).find((entry) => 'action' in entry && entry.action === 'run.submit')
    expect(submitted).not.toHaveProperty('source_ip')
    expect(await stored(change.id)).toMatchObject({ status: 'executed', run_id: done.run_id })
  })

  it('changes nothing where nobody would run it', async () => {
    const change = await propose()
    deps = {}
    await expect(approve(change.id)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await stored(change.id)).toEqual(change)
    expect(await actions()).toEqual(['change.requested'])
  })

  it('ends as failed when it cannot be submitted any more', async () => {
    const [one, two] = [
      await propose({ payload: { config: CONFIG, idempotency_key: 'k' } }),
      await propose({ payload: { config: CONFIG, idempotency_key: 'k' } }),
    ]
    await approve(one.id)
    const done = await approve(two.id)
    expect(done).toMatchObject({
      status: 'failed',
      error: 'conflict: idempotency key reused with a different payload',
    })
    expect(await world.filed()).toContainEqual(
      expect.objectContaining({ action: 'change.failed', result: 'error', config_fingerprint: two.id }),
    )
  })

  it('may refer to no more than whoever asked for it may', async () => {
    const asked = aChange({ payload: { config: CONFIG.replace('csv', `"\${env:A}"`) }, requester_role: 'operator' })
    await world.store.changes.upsert(asked)
    expect((await approve(asked.id)).error).toContain('forbidden: ')
    const registered = aChange({ ...asked, id: 'other', trusted_config: true })
    await world.store.changes.upsert(registered)
    expect((await approve(registered.id)).status).toBe('executed')
  })

  it('claims a key of its own where engines go on with what was left approved', async () => {
    const later = stamped(world, 3)
    const change = await propose({}, OPERATOR, later)
    const keys: string[] = []
    const { claimIdempotency } = world.store.runs
    const claims: Deps['runs'] = {
      ...world.store.runs,
      claimIdempotency: (key, ...rest) => {
        keys.push(key)
        return claimIdempotency(key, ...rest)
      },
    }
    await approve(change.id, ADMIN, { ...later, runs: claims })
    expect(keys).toEqual([`change:${change.id}`])
  })

  it('is an engine’s where one is configured', async () => {
    const change = await propose()
    const { engine, asked } = engineSaying(200, '{}')
    expect((await approveChange(ctx(ADMIN, { engine }), { change_id: change.id })).kind).toBe('engine')
    expect(asked).toMatchObject([{ target: `/v1/changes/${change.id}/approve`, principal: 'root-admin' }])
    expect(await stored(change.id)).toEqual(change)
  })
})

describe('who approves', () => {
  it('is not whoever asked, unless the rules say so', async () => {
    rules = [rule({ roles: ['operator', 'admin'] })]
    const change = await propose()
    await expect(approve(change.id, OPERATOR)).rejects.toMatchObject({
      code: 'forbidden',
      message: "'ops-one' requested this change and may not approve it (self-approval is off for run changes)",
    })
    rules = [rule({ roles: ['operator'], self_approve: true })]
    expect((await approve(change.id, OPERATOR)).status).toBe('executed')
  })

  it('is of the roles that the rules name, and of those alone', async () => {
    rules = [rule({ roles: ['operator'] })]
    const change = await propose()
    await expect(approve(change.id, ADMIN)).rejects.toMatchObject({
      message: "a run change may be approved by role operator; 'root-admin' is admin",
    })
    await expect(approve(change.id, VIEWER)).rejects.toMatchObject({ code: 'forbidden' })
    // Only what the role may not do at all is filed.
    expect(await actions()).toEqual(['change.requested', 'change.approve'])
  })

  it('are as many as are needed, each of them once', async () => {
    rules = [rule({ roles: ['admin'], min_approvers: 2 })]
    const change = await propose()
    expect((await approve(change.id)).approvals).toMatchObject([{ principal: 'root-admin', role: 'admin' }])
    await expect(approve(change.id)).rejects.toMatchObject({
      code: 'conflict',
      message: `'root-admin' already approved change ${change.id}`,
    })
    expect(await runs()).toEqual([])
    expect((await approve(change.id, SECOND)).status).toBe('executed')
    expect(await runs()).toHaveLength(1)
  })

  it('do not both carry it out when they approve at the same moment', async () => {
    const change = await propose()
    const outcomes = await Promise.allSettled([approve(change.id, ADMIN), approve(change.id, SECOND)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
    expect(await runs()).toHaveLength(1)
  })

  it('may see the request: another tenant’s does not exist', async () => {
    const change = aChange({ tenant: 'globex' })
    await world.store.changes.upsert(change)
    await expect(approve(change.id, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
    await expect(reject(change.id, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('templates', () => {
  it('are registered as whoever asked for it', async () => {
    const change = await propose({
      kind: 'template_register',
      payload: { config: TEMPLATE, tags: ['dev'], launch: true },
    })
    expect(await approve(change.id)).toMatchObject({ status: 'executed', template: { id: 'orders', version: 1 } })
    const row = await world.store.templates.get('orders', 1)
    expect(row && recordOf(row)).toMatchObject({ body: TEMPLATE, created_by: 'ops-one' })
    expect(await world.store.templates.launches('orders')).toMatchObject([{ version: 1, launched_by: 'ops-one' }])
    expect(await actions()).toEqual(['change.requested', 'change.approved', 'change.executed'])
  })

  it('with rows that an engine planned are registered while their plan is theirs', async () => {
    const sink = await propose({ kind: 'template_register', payload: { config: SINK } })
    const planned = { ...sink, plan: { ...sink.plan, material: 'f'.repeat(64), rows: [{ row: 'row-0' }], summary: {} } }
    await world.store.changes.upsert(planned)
    await expect(approve(sink.id)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await stored(sink.id)).status).toBe('pending')
    await world.store.changes.upsert(sink)
    expect((await approve(sink.id)).status).toBe('executed')
  })

  it('are launched if what is stable is what it was', async () => {
    await register(TEMPLATE, true)
    await register(TEMPLATE)
    const first = await propose({ kind: 'template_launch', payload: { id: 'orders' } })
    const second = await propose({ kind: 'template_launch', payload: { id: 'orders', version: 1 } })
    expect(await approve(first.id)).toMatchObject({ status: 'executed', template: { id: 'orders', version: 2 } })
    const late = await approve(second.id)
    expect(late).toMatchObject({
      status: 'invalidated',
      error: expect.stringContaining('the plan changed since approval'),
    })
    expect(late.plan?.material).not.toBe(second.plan?.material)
    expect(await world.filed()).toContainEqual(
      expect.objectContaining({ action: 'change.invalidated', result: 'denied', config_fingerprint: second.id }),
    )
    expect((await world.store.templates.launches('orders')).map(({ version }) => version)).toEqual([2, 1])
  })

  it('of a store where later engines work are theirs to register and launch, and so is every approval', async () => {
    const change = await propose({ kind: 'template_register', payload: { config: TEMPLATE } })
    await expect(approve(change.id, ADMIN, stamped(world, 6))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await stored(change.id)).toEqual(change)
    expect((await reject(change.id)).status).toBe('rejected')
  })
})

describe('what is over', () => {
  it('is rejected with a reason, and is then not to be approved', async () => {
    const change = await propose()
    await expect(reject('none', ADMIN, ' ')).rejects.toMatchObject({ message: 'a rejection needs a reason' })
    expect(await reject(change.id)).toMatchObject({
      status: 'rejected',
      rejection: { principal: 'root-admin', reason: 'no' },
    })
    await expect(approve(change.id)).rejects.toMatchObject({
      code: 'conflict',
      message: `change ${change.id} is rejected, not pending`,
    })
    expect(await actions()).toEqual(['change.requested', 'change.rejected'])
  })

  it('is withdrawn by whoever asked for it, whatever the rules are', async () => {
    const change = await propose()
    await expect(reject(change.id, { ...OPERATOR, name: 'ops-two' })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await reject(change.id, OPERATOR)).status).toBe('rejected')
  })

  it('has lapsed: whoever finds it so writes that, once', async () => {
    const change = aChange({ expires_at: at('2026-11-30T11:59:59Z') })
    await world.store.changes.upsert(change)
    for (const step of [approve, reject]) {
      await expect(step(change.id)).rejects.toMatchObject({
        code: 'conflict',
        message: `change ${change.id} is expired, not pending`,
      })
    }
    expect((await stored(change.id)).status).toBe('expired')
    expect(await world.filed()).toEqual([
      {
        action: 'change.expired',
        principal: 'system:expiry',
        role: 'admin',
        result: 'ok',
        config_fingerprint: change.id,
      },
    ])
  })
})
