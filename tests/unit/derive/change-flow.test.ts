import { describe, expect, it } from 'vitest'
import { bodyText } from '@/lib/contract/body'
import { CHANGE_STATUSES, ChangeRequest } from '@/lib/contract/records/changes'
import {
  approve,
  executed,
  expire,
  failed,
  invalidated,
  isDue,
  isOpen,
  mayBecome,
  parseChangeKind,
  parseChangeStatus,
  propose,
  reject,
  seenAt,
} from '@/lib/derive/change-flow'
import { aChange } from '../../support/changes'
import { at } from '../../support/clock'
import { deepFreeze } from '../../support/freeze'

const NOW = at('2026-11-30T12:00:00.123456000Z')
const RULE = { roles: ['operator' as const, 'admin' as const], principals: [], min_approvers: 1, self_approve: false }
const BOB = { name: 'bob', role: 'operator' as const }
const waiting = (more: Partial<ChangeRequest> = {}) => deepFreeze(aChange({ id: 'c', ...more }))

describe('approving a request', () => {
  it('completes the quorum of one and keeps everything else', () => {
    const change = { ...waiting({ reason: 'r' }), novel: 1 }
    expect(approve(change, BOB, NOW, 'fine', RULE)).toEqual({
      kind: 'changed',
      quorum: true,
      change: {
        ...change,
        status: 'approved',
        approvals: [{ principal: 'bob', role: 'operator', at: '2026-11-30T12:00:00.123456Z', comment: 'fine' }],
        updated_at: '2026-11-30T12:00:00.123456Z',
      },
    })
  })

  it('goes on waiting below the quorum, which was fixed when it was asked', () => {
    const step = approve(waiting({ required_approvals: 2 }), BOB, NOW, undefined, { ...RULE, min_approvers: 1 })
    expect(step).toMatchObject({ kind: 'changed', quorum: false, change: { status: 'pending' } })
    const second =
      step.kind === 'changed' && approve(deepFreeze(step.change), { name: 'eve', role: 'admin' }, NOW, undefined, RULE)
    expect(second).toMatchObject({ kind: 'changed', quorum: true, change: { status: 'approved' } })
  })

  it('drops a blank comment', () => {
    const step = approve(waiting(), BOB, NOW, ' \n', RULE)
    expect(step.kind === 'changed' && 'comment' in (step.change.approvals?.[0] ?? {})).toBe(false)
  })

  it('counts each principal once', () => {
    const change = waiting({
      required_approvals: 3,
      approvals: [{ principal: 'bob', role: 'operator', at: at('2026-11-30T11:00:00Z') }],
    })
    expect(approve(change, BOB, NOW, undefined, RULE)).toEqual({
      kind: 'refused',
      why: 'duplicate',
      message: "'bob' already approved change c",
    })
  })

  it('asks the rule before it looks for a second approval', () => {
    const change = waiting({ approvals: [{ principal: 'bob', role: 'operator', at: at('2026-11-30T11:00:00Z') }] })
    expect(approve(change, BOB, NOW, undefined, { ...RULE, roles: ['admin'] })).toEqual({
      kind: 'refused',
      why: 'forbidden',
      message: "a run change may be approved by role admin; 'bob' is operator",
    })
  })

  it('refuses the requester unless the rule lets them', () => {
    const ana = { name: 'ana', role: 'admin' as const }
    expect(approve(waiting(), ana, NOW, undefined, RULE)).toEqual({
      kind: 'refused',
      why: 'forbidden',
      message: "'ana' requested this change and may not approve it (self-approval is off for run changes)",
    })
    expect(approve(waiting(), ana, NOW, undefined, { ...RULE, self_approve: true }).kind).toBe('changed')
  })

  it.each(CHANGE_STATUSES.filter((status) => status !== 'pending'))('refuses a request that is %s', (status) => {
    expect(approve(waiting({ status }), BOB, NOW, undefined, { ...RULE, roles: [] })).toEqual({
      kind: 'refused',
      why: 'not_pending',
      message: `change c is ${status}, not pending`,
    })
  })

  it('expires what is due instead, before it asks anybody', () => {
    const change = waiting({ expires_at: NOW })
    expect(approve(change, BOB, NOW, undefined, { ...RULE, roles: [] })).toEqual({
      kind: 'expired',
      message: 'change c is expired, not pending',
      change: { ...change, status: 'expired', updated_at: '2026-11-30T12:00:00.123456Z' },
    })
  })

  it('moves the time of change forward even where the clock stands behind it', () => {
    const change = waiting({ updated_at: at('2026-11-30T12:00:00.123456000Z') })
    const step = approve(change, BOB, NOW, undefined, RULE)
    expect(step.kind === 'changed' && step.change.updated_at).toBe('2026-11-30T12:00:00.123456001Z')
    const ahead = approve(waiting({ updated_at: at('2026-11-30T13:00:00.999999999Z') }), BOB, NOW, undefined, RULE)
    expect(ahead.kind === 'changed' && ahead.change.updated_at).toBe('2026-11-30T13:00:01Z')
  })
})

describe('rejecting a request', () => {
  it('ends it with who, when and why', () => {
    expect(reject(waiting(), BOB, NOW, 'too big', RULE)).toMatchObject({
      kind: 'changed',
      quorum: false,
      change: {
        status: 'rejected',
        rejection: { principal: 'bob', at: '2026-11-30T12:00:00.123456Z', reason: 'too big' },
      },
    })
  })

  it('needs a reason before anything else', () => {
    expect(reject(waiting({ status: 'executed' }), BOB, NOW, '  ', RULE)).toEqual({
      kind: 'refused',
      why: 'no_reason',
      message: 'a rejection needs a reason',
    })
  })

  it('lets requesters withdraw their own, whatever the rule', () => {
    const strict = { ...RULE, roles: [] }
    expect(reject(waiting(), { name: 'ana', role: 'operator' }, NOW, 'no', strict).kind).toBe('changed')
    expect(reject(waiting(), BOB, NOW, 'no', strict)).toMatchObject({ kind: 'refused', why: 'forbidden' })
  })

  it('refuses what does not wait, and expires what is due', () => {
    expect(reject(waiting({ status: 'approved' }), BOB, NOW, 'no', RULE)).toMatchObject({
      why: 'not_pending',
      message: 'change c is approved, not pending',
    })
    expect(reject(waiting({ expires_at: NOW }), BOB, NOW, 'no', RULE).kind).toBe('expired')
  })
})

describe('expiry', () => {
  it.each([
    ['pending', '2026-11-30T12:00:00.123456000Z', true],
    ['pending', '2026-11-30T12:00:00.123456001Z', false],
    ['pending', '2026-11-30T11:59:59Z', true],
    ['approved', '2026-11-30T11:59:59Z', false],
    ['rejected', '2026-11-30T11:59:59Z', false],
  ] as const)('of a %s request that ends at %s: due %s', (status, ends, due) => {
    const change = waiting({ status, expires_at: at(ends) })
    expect(isDue(change, NOW)).toBe(due)
    expect(expire(change, NOW)?.status).toBe(due ? 'expired' : undefined)
    expect(seenAt(change, NOW)).toEqual(due ? { ...change, status: 'expired' } : change)
  })
})

describe('the end of an approved request', () => {
  const plan = { material: 'm', rows: [], summary: { b: 1, a: { d: 1, c: 2 } } }
  const approved = waiting({ status: 'approved' })

  it('is what came of it, with the plan as it was then', () => {
    const done = executed(approved, NOW, { run_id: 'r' }, plan)
    expect(done).toMatchObject({ status: 'executed', run_id: 'r', updated_at: '2026-11-30T12:00:00.123456Z' })
    expect(JSON.stringify(done.plan)).toBe('{"material":"m","summary":{"a":{"c":2,"d":1},"b":1}}')
    expect(executed(approved, NOW, { template: { id: 't', version: 2 } }, undefined)).toMatchObject({
      template: { id: 't', version: 2 },
    })
  })

  it('is another plan, or an error', () => {
    expect(invalidated(approved, NOW, 'why', plan)).toMatchObject({
      status: 'invalidated',
      error: 'why',
      plan: { material: 'm' },
    })
    expect(failed(approved, NOW, 'why')).toMatchObject({ status: 'failed', error: 'why' })
  })
})

describe('a proposal', () => {
  it('is printed as an engine prints it', () => {
    const change = propose(
      {
        id: 'c',
        kind: 'template_launch',
        requester: { name: 'ana', role: 'operator', tenant: null },
        payload: { version: 'newest', id: 'orders', nested: { b: [{ z: 1, y: 2 }], a: null } },
        reason: '  ',
        plan: { material: 'm', rows: [], summary: { template: 'orders', selector: 'newest' } },
        budget: { allowed_sinks: [], max_records: 5 },
        requiredApprovals: 2,
        expireSecs: 86_400,
      },
      at('2026-11-30T12:00:00.500000000Z'),
    )
    expect(bodyText(ChangeRequest, change)).toBe(
      '{"id":"c","kind":"template_launch","status":"pending","requester":"ana","requester_role":"operator",' +
        '"payload":{"id":"orders","nested":{"a":null,"b":[{"y":2,"z":1}]},"version":"newest"},' +
        '"plan":{"material":"m","summary":{"selector":"newest","template":"orders"}},"budget":{"max_records":5},' +
        '"required_approvals":2,"created_at":"2026-11-30T12:00:00.500Z","updated_at":"2026-11-30T12:00:00.500Z",' +
        '"expires_at":"2026-12-01T12:00:00.500Z"}',
    )
    expect(Object.keys(change)).toEqual(Object.keys(JSON.parse(bodyText(ChangeRequest, change))))
  })

  it('belongs to the tenant of its route, else to that of its requester', () => {
    const of = (tenant: string | null, route?: string) =>
      propose(
        {
          id: 'c',
          kind: 'run',
          requester: { name: 'ana', role: 'operator', tenant },
          payload: {},
          reason: 'why',
          requiredApprovals: 1,
          expireSecs: 1,
          tenant: route,
        },
        NOW,
      )
    expect(of('acme')).toMatchObject({ tenant: 'acme', reason: 'why' })
    expect(of(null, 'globex').tenant).toBe('globex')
    expect('tenant' in of(null)).toBe(false)
  })
})

describe('the words of a request', () => {
  it('go from one to the next only along the machine', () => {
    const moves = ['pending', 'approved', 'rejected', 'executed', 'expired', 'invalidated', 'failed', 'novel'].flatMap(
      (from) => CHANGE_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
    )
    expect(moves).toEqual([
      'pending approved',
      'pending rejected',
      'pending expired',
      'approved executed',
      'approved invalidated',
      'approved failed',
    ])
    expect(['pending', 'approved', 'executed', 'novel', 'toString'].map(isOpen)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('are read with dashes where addresses spell them so, statuses only as they are', () => {
    expect(parseChangeKind(' template-launch ')).toBe('template_launch')
    expect(parseChangeKind('template_register')).toBe('template_register')
    expect(parseChangeKind('run')).toBe('run')
    for (const word of ['', 'runs', 'Run']) expect(parseChangeKind(word)).toBeNull()
    expect(parseChangeStatus('pending')).toBe('pending')
    for (const word of ['Pending', '', 'pending,expired', ' pending']) expect(parseChangeStatus(word)).toBeNull()
  })
})
