import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import { recordOf } from '@/lib/contract/stored'
import { deleteTemplate } from '@/lib/services/templates/delete-template'
import { deprecateTemplate } from '@/lib/services/templates/deprecate-template'
import { deprecateVersion } from '@/lib/services/templates/deprecate-version'
import type { TemplateRunOutcome } from '@/lib/services/templates/internal-run'
import { launchTemplate } from '@/lib/services/templates/launch-template'
import { registerTemplate } from '@/lib/services/templates/register-template'
import { rollBackTemplate } from '@/lib/services/templates/roll-back-template'
import { runTemplate } from '@/lib/services/templates/run-template'
import { runTenantTemplate } from '@/lib/services/templates/run-template-for-tenant'
import { setChannel } from '@/lib/services/templates/set-channel'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR } from '../../support/ctx'
import { aTenant } from '../../support/tenants'
import { engineSaying, stamped, withMember } from '../../support/write-world'

const CONFIG = `kind: pipeline
version: 1
name: Orders Report
params:
  suffix: { type: string, required: true }
  batch: { type: int, default: 10 }
  region: { type: string, default: eu }
  host: { computed: "\${map:region|eu=eu.example|*=us.example}" }
pipeline:
  source: { type: csv, config: { path: "in-\${param.suffix}.csv", batch_size: "\${param.batch}", host: "\${param.host}" } }
  sink: { type: jsonl, config: { "\${param.suffix}": "\${env:HOME}", literal: "$\${stream}" } }
`

let world: CtxWorld
let deps: Partial<Deps>
beforeEach(() => {
  world = ctxWorld()
  deps = withMember(world)
})

const register = (more: Partial<Parameters<typeof registerTemplate>[1]> = {}) =>
  registerTemplate(world.as(ADMIN), { config: CONFIG, ...more })
const run = (input: Partial<Parameters<typeof runTemplate>[1]> = {}, principal: Principal = OPERATOR) =>
  runTemplate(world.as(principal, deps), { template_id: 'orders-report', params: { suffix: 'a' }, ...input })
const submitted = (outcome: TemplateRunOutcome) => (outcome.kind === 'submitted' ? outcome : expect.fail(outcome.kind))
const runOf = async (outcome: TemplateRunOutcome) =>
  recordOf((await world.store.runs.get(submitted(outcome).run.run_id)) ?? expect.fail('no run'))
const filed = async () =>
  (await world.filed()).map((entry) => [
    'action' in entry ? entry.action : '',
    'target' in entry ? entry.target : undefined,
  ])

describe('versions', () => {
  it('are registered, launched, rolled back, moved and retired, and each is filed under what it was about', async () => {
    await register({ tags: ['dev'], launch: true })
    await register()
    const ctx = world.as(ADMIN)
    const of = { template_id: 'orders-report' }
    expect(await launchTemplate(ctx, of)).toMatchObject({ version: 2, replaced: 1, already_launched: false })
    expect(await launchTemplate(ctx, of)).toMatchObject({ version: 2, already_launched: true })
    expect(await rollBackTemplate(ctx, of)).toMatchObject({ version: 1, replaced: 2 })
    await setChannel(ctx, { ...of, tag: 'pre_PROD', version: 2 })
    await deprecateVersion(ctx, { ...of, version: '2', reason: 'old' })
    await deprecateTemplate(ctx, of)
    await expect(launchTemplate(ctx, of)).rejects.toMatchObject({ code: 'unprocessable' })
    await deprecateTemplate(ctx, { ...of, undo: true })
    await deleteTemplate(ctx, of)
    expect((await filed()).reverse()).toEqual([
      ['template.register', 'template:orders-report@1'],
      ['template.register', 'template:orders-report@2'],
      ['template.launch', 'template:orders-report@2'],
      ['template.launch', 'template:orders-report@2'],
      ['template.rollback', 'template:orders-report@1'],
      ['template.promote', 'template:orders-report@2#pre-prod'],
      ['template.version_deprecate', 'template:orders-report@2'],
      ['template.deprecate', 'template:orders-report'],
      ['template.undeprecate', 'template:orders-report'],
      ['template.delete', 'template:orders-report'],
    ])
    expect(await world.store.templates.versions('orders-report')).toEqual([])
  })

  it('are for admins who see everything', async () => {
    await expect(registerTemplate(world.as(OPERATOR), { config: CONFIG })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(registerTemplate(world.as(ACME_BOSS), { config: CONFIG })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.store.templates.versions('orders-report')).toEqual([])
  })

  it('of a store where engines from 1.14 on work are theirs', async () => {
    await register({ launch: true })
    await register()
    const before = await world.store.templates.launches('orders-report')
    const later = world.as(ADMIN, { ...deps, ...stamped(world, 6) })
    const of = { template_id: 'orders-report' }
    const steps = [
      () => registerTemplate(later, { config: CONFIG }),
      () => launchTemplate(later, of),
      () => rollBackTemplate(later, of),
      () => setChannel(later, { ...of, tag: 'dev' }),
      () => deleteTemplate(later, of),
      () => runTemplate(later, { ...of, params: { suffix: 'a' } }),
    ]
    for (const step of steps) await expect(step()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.store.templates.launches('orders-report')).toEqual(before)
    expect(await world.store.templates.versions('orders-report')).toEqual([2, 1])
  })
})

describe('a run of a version', () => {
  it('is bound to its parameters: typed where one stands alone, in texts and names; references stay', async () => {
    await register({ launch: true })
    const outcome = await run({ params: { suffix: 'x', batch: '7' }, labels: { template: 'not this', a: 'b' } })
    const record = await runOf(outcome)
    expect(JSON.parse(record.config_body ?? '')).toEqual({
      kind: 'pipeline',
      name: 'Orders Report',
      version: 1,
      pipeline: {
        source: { type: 'csv', config: { path: 'in-x.csv', batch_size: 7, host: 'eu.example' } },
        sink: { type: 'jsonl', config: { x: '\u0024{env:HOME}', literal: '\u0024{stream}' } },
      },
    })
    expect(record).toMatchObject({
      name: 'Orders Report',
      config_format: 'json',
      labels: { a: 'b', template: 'orders-report', template_version: '1', pipeline: 'Orders Report' },
    })
    expect(record).not.toHaveProperty('caller_config')
    expect(submitted(outcome).told).toEqual({
      template_id: 'orders-report',
      template_version: 1,
      params: { batch: 7, host: 'eu.example', region: 'eu', suffix: 'x' },
    })
    expect((await filed()).slice(0, 2).map(([action]) => action)).toEqual(['template.run', 'run.submit'])
  })

  it('is the launched one unless another is named; what is retired runs and says so', async () => {
    await register()
    await expect(run()).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('no launched'),
    })
    await launchTemplate(world.as(ADMIN), { template_id: 'orders-report' })
    await register()
    expect(submitted(await run()).told.template_version).toBe(1)
    expect(submitted(await run({ version: 'newest' })).told.template_version).toBe(2)
    await expect(run({ version: 9 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(run({ template_id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
    await deprecateVersion(world.as(ADMIN), { template_id: 'orders-report', version: '1', reason: 'old' })
    expect(submitted(await run()).told.deprecated).toBe('v1 is deprecated: old')
  })

  it.each([
    [{ params: {} }, "missing required param 'suffix'"],
    [{ params: { suffix: 'a', zzz: 1 } }, "unknown param 'zzz'"],
    [{ params: { suffix: `\${env:HOME}` } }, 'contains an interpolation directive'],
    [{ params: { suffix: 'a', host: 'h' } }, 'is `computed` and cannot be supplied'],
    [{ sink: 'files' }, 'takes no sink'],
    [{ overlay: { sla: {} } }, 'an overlay applies to a composed'],
    [{ env: { A: 'b' } }, 'was triggered with `env` overrides'],
  ])('is refused as engines refuse it: %o', async (input, message) => {
    await register({ launch: true })
    await expect(run(input)).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining(message),
    })
    expect((await world.store.runs.list({ status: [], limit: 9 })).rows).toEqual([])
  })

  it('keeps no secret: a version that takes one is an engine’s', async () => {
    const config = CONFIG.replace('region: { type: string', 'region: { secret: true, type: string')
    await register({ config, launch: true })
    await expect(run()).rejects.toMatchObject({ message: expect.stringContaining('`secret: true` param(s)') })
  })

  it('of several templates together is an engine’s', async () => {
    const config = 'kind: sink-template\nname: files\nsink: { type: jsonl, config: {} }\nper_stream: { path: a }\n'
    await register({ config, launch: true })
    await expect(run({ template_id: 'files', params: {} })).rejects.toMatchObject({
      message: expect.stringContaining('is not runnable on its own'),
    })
  })

  it('with a used key is the run of before, triggered again', async () => {
    await register({ launch: true })
    const first = await run({ idempotency_key: 'k' })
    const again = await run({ idempotency_key: 'k' })
    expect(submitted(again).run.run_id).toBe(submitted(first).run.run_id)
    expect((await filed()).map(([action]) => action).slice(0, 3)).toEqual([
      'template.run',
      'template.run',
      'run.submit',
    ])
  })

  it('waits for approval with the config that it was bound to', async () => {
    await register({ launch: true })
    const outcome = await run({ require_approval: true })
    if (outcome.kind !== 'gated') expect.fail(outcome.kind)
    expect(outcome.change).toMatchObject({ trusted_config: true, payload: { config_format: 'json' } })
    expect((await filed())[0]?.[0]).toBe('change.requested')
  })

  it('is for a tenant on the tenant’s own address, which is how the confined run anything', async () => {
    await world.store.tenants.upsert(aTenant())
    await register({ launch: true })
    const input = { template_id: 'orders-report', params: { suffix: 'a' } }
    await expect(run({}, ACME_BOSS)).rejects.toMatchObject({ code: 'forbidden' })
    const boss = world.as(ACME_BOSS, { ...deps, ...stamped(world, 3) })
    expect((await runOf(await runTenantTemplate(boss, { ...input, tenant: 'acme' }))).tenant).toBe('acme')
    await expect(runTenantTemplate(boss, { ...input, tenant: 'globex' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await world.filed()).toMatchObject([
      { action: 'template.run', tenant: 'acme' },
      { action: 'run.submit', tenant: 'acme' },
      { action: 'template.run', result: 'denied' },
      { action: 'template.register' },
    ])
  })

  it('is put to an engine where one is configured', async () => {
    const { engine, asked } = engineSaying(202, '{}')
    const outcome = await runTemplate(world.as(OPERATOR, { ...deps, engine }), {
      template_id: 'team/orders',
      params: { suffix: 'a' },
    })
    expect(outcome.kind).toBe('engine')
    expect(asked).toMatchObject([{ method: 'POST', target: '/v1/templates/team%2Forders/runs' }])
    expect(await world.filed()).toEqual([])
  })
})
