import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import type { RunRecord } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import type { SubmitOutcome } from '@/lib/services/runs/internal-dispatch'
import { submitRun } from '@/lib/services/runs/submit-run'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aTenant } from '../../support/tenants'
import { engineSaying, stamped, withMember } from '../../support/write-world'

const CONFIG =
  'version: 1\nname: orders\npipeline:\n  source: { type: csv, config: { path: a.csv } }\n  sink: { type: jsonl }\n'
type Input = Parameters<typeof submitRun>[1]

let world: CtxWorld
let deps: Partial<Deps>
beforeEach(() => {
  world = ctxWorld()
  deps = withMember(world)
})

const submit = (input: Partial<Input> = {}, principal: Principal = OPERATOR, more: Partial<Deps> = {}) =>
  submitRun(world.as(principal, { ...deps, ...more }), { config: CONFIG, ...input })
const idOf = (outcome: SubmitOutcome): string => (outcome.kind === 'submitted' ? outcome.run.run_id : outcome.kind)
const rows = async (): Promise<RunRecord[]> =>
  (await world.store.runs.list({ status: [], limit: 100 })).rows.map((row) => recordOf(row))

describe('a run that is submitted', () => {
  it('waits for whichever member claims it, with everything that one needs', async () => {
    const outcome = await submit({
      name: 'nightly',
      labels: { team: 'a' },
      timeout_secs: 60,
      clock: '2026-01-01T00:00:00Z',
    })
    const row = await world.store.runs.get(idOf(outcome))
    expect(row?.columns).toMatchObject({ status: 'pending', name: 'nightly', owner: null, lease_expires_at: null })
    expect(row && recordOf(row)).toMatchObject({
      labels: { team: 'a', pipeline: 'orders' },
      config_body: CONFIG,
      config_format: 'yaml',
      timeout_secs: 60,
      clock: '2026-01-01T00:00:00Z',
      caller_config: true,
    })
    expect(await world.filed()).toMatchObject([
      { principal: 'ops-one', action: 'run.submit', run_id: idOf(outcome), source_ip: '127.0.0.1', result: 'ok' },
    ])
  })

  it('is refused, and nothing is written, where nobody would run it', async () => {
    await expect(submit({ idempotency_key: 'k' }, OPERATOR, { leases: world.store.leases })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('nobody would run it'),
    })
    deps = withMember(world, { pools: ['heavy'] })
    await expect(submit({ idempotency_key: 'k' })).rejects.toMatchObject({ code: 'unavailable' })
    expect([await rows(), await world.filed()]).toEqual([[], []])
    deps = withMember(world, { pools: ['heavy', 'default'] })
    expect((await submit({ idempotency_key: 'k' })).kind).toBe('submitted')
  })

  it('keeps the stricter of all budgets in its document', async () => {
    await world.store.tenants.upsert(aTenant({ limits: { max_records_per_run: 50, max_duration_secs: 9 } }))
    const config = `${CONFIG}budget: { max_records: 70, max_bytes: 5, allowed_sinks: [jsonl] }\n`
    const outcome = await submit(
      { config, budget: { max_records: 60, max_bytes: 8, allowed_sinks: ['csv'] } },
      ACME_BOSS,
    )
    const row = await world.store.runs.get(idOf(outcome))
    const { config_body, config_format, tenant } = recordOf(row ?? expect.fail('no run'))
    expect([config_format, tenant]).toEqual(['json', 'acme'])
    expect(JSON.parse(config_body ?? '').budget).toEqual({
      allowed_sinks: ['!none'],
      max_bytes: 5,
      max_duration_secs: 9,
      max_records: 50,
    })
  })

  it.each([
    [{ concurrency: 0 }, 'unprocessable', 'concurrency must be greater than 0'],
    [{ config: 'a: [' }, 'bad_config', 'invalid YAML: '],
    [{ config: 'version: 1\n' }, 'unprocessable', 'missing field `pipeline`'],
    [{ config: `${CONFIG}schedule: { cron: "0 * * * *" }\n` }, 'bad_config', 'contains a `schedule:` block'],
    [{ budget: { max_bytes: 0 } }, 'bad_config', 'budget.max_bytes must be greater than 0'],
    [{ callback: { url: 'ftp://a.example' } }, 'unprocessable', 'callback.url scheme `ftp` is not allowed'],
    [{ callback: { url: 'http://169.254.169.254/' } }, 'unprocessable', 'link-local'],
    [{ callback: { url: 'https://a.example', headers: { a: 'b' } } }, 'unprocessable', 'carries `headers`'],
    [{ doctor_first: true }, 'unavailable', 'doctor_first needs an engine'],
  ] as const)('is refused as engines refuse it: %o', async (input, code, message) => {
    await expect(submit(input as Partial<Input>)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
    expect([await rows(), await world.filed()]).toEqual([[], []])
  })

  it('is refused to viewers, which is filed', async () => {
    await expect(submit({}, VIEWER)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.filed()).toMatchObject([{ action: 'run.submit', result: 'denied', principal: 'viewer-one' }])
  })
})

describe('what a config may refer to', () => {
  const using = (reference: string) => ({ config: CONFIG.replace('a.csv', `"\${${reference}}"`) })

  it.each(['env:HOME', 'file:/etc/passwd', 'secret:a', 'vault:a/b'])(
    '%s: for admins who see everything',
    async (reference) => {
      await world.store.tenants.upsert(aTenant())
      await expect(submit(using(reference))).rejects.toMatchObject({ code: 'forbidden' })
      await expect(submit(using(reference), ACME_BOSS)).rejects.toMatchObject({ code: 'forbidden' })
      expect((await submit(using(reference), ADMIN)).kind).toBe('submitted')
    },
  )

  it.each(['env:FAUCET_VAULT_KEY', 'env:FAUCET_SERVE_AUTH_TOKEN', 'file:/proc/self/environ', 'sealed:a'])(
    '%s: nobody’s to read out',
    async (reference) => {
      await expect(submit(using(reference), ADMIN)).rejects.toMatchObject({ code: 'forbidden' })
    },
  )

  it('hides nothing in a name, a list or a text around it', async () => {
    await expect(submit({ config: `${CONFIG}x: { "\${env:A}": 1 }\n` })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(submit({ config: `${CONFIG}x: [[ "a \${ env:A } b" ]]\n` })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await submit({ config: `${CONFIG}x: "$\${env:A}"\n` })).kind).toBe('submitted')
  })

  it('starts no program on the host of an engine', async () => {
    const config = CONFIG.replace('type: csv', 'type: singer')
    await expect(submit({ config }, ADMIN)).rejects.toMatchObject({ code: 'unprocessable' })
  })
})

describe('a key', () => {
  it('names the run it was first used for', async () => {
    const first = await submit({ idempotency_key: 'k' })
    const again = await submit({ idempotency_key: 'k', name: 'the name does not count' }, ADMIN)
    expect(idOf(again)).toBe(idOf(first))
    expect(await rows()).toHaveLength(1)
    expect(await world.filed()).toHaveLength(1)
  })

  it('is the same meaning in another spelling', async () => {
    const json = {
      version: 1,
      name: 'orders',
      pipeline: { sink: { type: 'jsonl' }, source: { type: 'csv', config: { path: 'a.csv' } } },
    }
    const first = await submit({ idempotency_key: 'k' })
    const again = await submit({ idempotency_key: 'k', config: JSON.stringify(json), config_format: 'json' })
    expect(idOf(again)).toBe(idOf(first))
  })

  it('is a conflict with another payload', async () => {
    await submit({ idempotency_key: 'k' })
    for (const other of [
      { labels: { a: 'b' } },
      { timeout_secs: 5 },
      { clock: '2026-01-01T00:00:00Z' },
      { concurrency: 2 },
    ]) {
      await expect(submit({ idempotency_key: 'k', ...other })).rejects.toMatchObject({
        code: 'conflict',
        message: 'idempotency key reused with a different payload',
      })
    }
    expect(await rows()).toHaveLength(1)
  })

  it('is free again when the run could not be written', async () => {
    const full: Partial<Deps> = { queue: { enqueue: () => Promise.reject(new Error('disk full')) } }
    await expect(submit({ idempotency_key: 'k' }, OPERATOR, full)).rejects.toThrow('disk full')
    expect((await submit({ idempotency_key: 'k', labels: { a: 'b' } })).kind).toBe('submitted')
  })

  it('is one of its tenant, and may not look like an engine’s own, where engines keep them apart', async () => {
    await world.store.tenants.upsert(aTenant())
    const later = stamped(world, 3)
    const admins = await submit({ idempotency_key: 'k', tenant: 'acme' }, ADMIN, later)
    const others = await submit({ idempotency_key: 'k', labels: { a: 'b' } }, ADMIN, later)
    expect(idOf(others)).not.toBe(idOf(admins))
    for (const prefix of ['tenant:', 'trig:', 'backfill:', 'change:']) {
      await expect(submit({ idempotency_key: `${prefix}x` }, ADMIN, later)).rejects.toMatchObject({
        code: 'bad_config',
      })
    }
  })

  it('tells nobody of another tenant’s run', async () => {
    await world.store.tenants.upsert(aTenant())
    await submit({ idempotency_key: 'k', tenant: 'acme' }, ADMIN)
    await expect(submit({ idempotency_key: 'k' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('of a run that is gone names nothing', async () => {
    const first = await submit({ idempotency_key: 'k' })
    const gone: Partial<Deps> = { runs: { ...world.store.runs, get: async () => null } }
    expect(idOf(first)).not.toBe('engine')
    await expect(submit({ idempotency_key: 'k' }, OPERATOR, gone)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a tenant', () => {
  it('must exist and not be suspended', async () => {
    await expect(submit({ tenant: 'acme' })).rejects.toMatchObject({ code: 'not_found' })
    await world.store.tenants.upsert(aTenant({ suspended: true }))
    await expect(submit({ tenant: 'acme' })).rejects.toMatchObject({
      code: 'conflict',
      message: "tenant 'acme' is suspended",
    })
  })

  it('has a place for so many runs and no more', async () => {
    await world.store.tenants.upsert(aTenant({ limits: { max_concurrent_runs: 1 } }))
    expect((await submit({ tenant: 'acme' })).kind).toBe('submitted')
    await expect(submit({ tenant: 'acme' })).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: "tenant 'acme' already has 1 run(s) queued or running (limit max_concurrent_runs = 1)",
    })
  })

  it('gets back what was too much when two asked at once', async () => {
    await world.store.tenants.upsert(aTenant({ limits: { max_concurrent_runs: 1 } }))
    /** Sees no run the first time it looks: the other one has not been written yet. */
    const early = (): Partial<Deps> => {
      let looks = 0
      const list: Deps['runs']['list'] = async (filter) => {
        const found = await world.store.runs.list(filter)
        return looks++ === 0 ? { ...found, rows: [] } : found
      }
      return { runs: { ...world.store.runs, list } }
    }
    await submit({ tenant: 'acme', idempotency_key: 'a' }, OPERATOR, early())
    await expect(submit({ tenant: 'acme', idempotency_key: 'b' }, OPERATOR, early())).rejects.toMatchObject({
      code: 'limit_exceeded',
    })
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['cancelled', 'pending'])
    // The key of what was given back is free.
    await world.store.tenants.upsert(aTenant())
    expect((await submit({ tenant: 'acme', idempotency_key: 'b', labels: { a: 'b' } })).kind).toBe('submitted')
  })

  it('is that of whoever is confined to it, on stores of old engines; later ones let them run templates only', async () => {
    await world.store.tenants.upsert(aTenant())
    const row = await world.store.runs.get(idOf(await submit({}, ACME_BOSS)))
    expect(row && recordOf(row).tenant).toBe('acme')
    expect(await world.filed()).toMatchObject([{ action: 'run.submit', tenant: 'acme' }])
    await expect(submit({ tenant: 'globex' }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
    await expect(submit({}, ACME_BOSS, stamped(world, 3))).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('approval', () => {
  it('comes first where it was asked for: nothing runs, and the request is kept', async () => {
    const outcome = await submit({ require_approval: true, reason: 'quarter end', idempotency_key: 'k' })
    if (outcome.kind !== 'gated') expect.fail(outcome.kind)
    expect(await rows()).toEqual([])
    expect(outcome.change).toMatchObject({
      kind: 'run',
      status: 'pending',
      requester: 'ops-one',
      reason: 'quarter end',
    })
    expect(outcome.change.payload).toMatchObject({ config: CONFIG, idempotency_key: 'k', budget: null, labels: {} })
    expect(outcome.change.payload).not.toHaveProperty('require_approval')
    expect(outcome.change.plan).toBeUndefined()
    expect(await world.filed()).toMatchObject([{ action: 'change.requested', config_fingerprint: outcome.change.id }])
  })

  it('comes first for everybody where the console was told so', async () => {
    const ctx = world.as(ADMIN, deps)
    const strict = { ...ctx, settings: { ...ctx.settings, requireApproval: ['run'] as const } }
    expect((await submitRun(strict, { config: CONFIG })).kind).toBe('gated')
    await expect(submitRun(strict, { config: 'a: [' })).rejects.toMatchObject({ code: 'bad_config' })
  })
})

describe('a configured engine', () => {
  it('is asked with the caller’s own request, and files it itself', async () => {
    const { engine, asked } = engineSaying(202, '{"run_id":"r","status":"queued"}')
    const outcome = await submit({ idempotency_key: 'k', tenant: 'acme' }, ADMIN, { engine })
    expect(outcome).toMatchObject({ kind: 'engine', answer: { status: 202 } })
    expect(asked).toMatchObject([{ method: 'POST', target: '/v1/tenants/acme/runs', principal: 'root-admin' }])
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ config: CONFIG, idempotency_key: 'k' })
    expect([await rows(), await world.filed()]).toEqual([[], []])
  })

  it('does not read its environment out to operators', async () => {
    const { engine, asked } = engineSaying(202, '{}')
    const config = CONFIG.replace('a.csv', `"\${env:HOME}"`)
    await expect(submit({ config }, OPERATOR, { engine })).rejects.toMatchObject({ code: 'forbidden' })
    expect(asked).toEqual([])
  })
})
