import { describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { getInvocation } from '@/lib/services/runs/get-invocation'
import { getRunHead } from '@/lib/services/runs/get-run-head'
import { getRunNeighbours } from '@/lib/services/runs/get-run-neighbours'
import { getSubmittedText } from '@/lib/services/runs/get-submitted-text'
import { listInvocations } from '@/lib/services/runs/list-invocations'
import { listShards } from '@/lib/services/runs/list-shards'
import { anEntry } from '../../support/audit'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { anInvocation } from '../../support/invocations'
import { aRun } from '../../support/records'

async function holding(...runs: Partial<RunRecord>[]) {
  const world = ctxWorld()
  for (const run of runs) {
    await world.store.runs.upsert(aRun(run))
    if (run.run_id && run.tenant) await world.store.tenants.linkRun(run.run_id, run.tenant)
  }
  return world
}
const many = (count: number): InvocationRecord[] =>
  Array.from({ length: count }, (_, n) => anInvocation({ row_id: `row-${n}`, duration_ms: n }))

describe('the head of a run', () => {
  it('is the row, what its invocations come to, and what its body does not say', async () => {
    const world = await holding({ run_id: 'r', status: 'failed', invocations: [anInvocation({ error: 'broken' })] })
    const { read, facts } = await getRunHead(world.as(VIEWER), { run_id: 'r' })
    expect(read).toMatchObject({ ok: true, digest: { invocations: 1, failure: 'broken' }, kept: { has_config: false } })
    expect(facts).toMatchObject({ owner: 'console', cancel_requested: null, shards: null, submission: null })
    expect(facts.engine).toMatch(/engine/)
  })

  it('tells who submitted it to whoever may read the audit trail, and to nobody else', async () => {
    const submitted_at = at('2026-11-30T10:00:00Z')
    const world = await holding({ run_id: 'r', submitted_at, tenant: 'acme' })
    await world.store.audit.record(
      anEntry({ timestamp: at('2026-11-30T10:00:00.002Z'), action: 'run.submit', run_id: 'other', principal: 'x' }),
    )
    await world.store.audit.record(
      anEntry({
        timestamp: at('2026-11-30T10:00:00.001Z'),
        action: 'run.submit',
        run_id: 'r',
        principal: 'ci-bot',
        role: 'operator',
        source_ip: '10.0.0.9',
        config_fingerprint: 'f00',
        result: 'ok',
      }),
    )
    const told = async (principal: Principal) =>
      (await getRunHead(world.as(principal), { run_id: 'r' })).facts.submission
    expect(await told(ADMIN)).toEqual({
      by: 'ci-bot',
      role: 'operator',
      source_ip: '10.0.0.9',
      config_fingerprint: 'f00',
    })
    for (const principal of [OPERATOR, VIEWER, ACME_BOSS]) expect(await told(principal)).toBeNull()
  })

  it('reads a body anew once it has changed', async () => {
    const world = await holding({ run_id: 'r', records_written: 1, invocations: many(1) })
    const count = async () => {
      const { read } = await getRunHead(world.as(VIEWER), { run_id: 'r' })
      return read.ok && read.digest.invocations
    }
    expect(await count()).toBe(1)
    await world.store.runs.upsert(aRun({ run_id: 'r', records_written: 1, invocations: many(2) }))
    expect(await count()).toBe(2)
  })

  it('reads the budget of a kept config', async () => {
    const config_body = 'name: p\nbudget: { max_records: 5 }\n'
    const world = await holding({ run_id: 'r', config_body, config_format: 'yaml' })
    const { read } = await getRunHead(world.as(VIEWER), { run_id: 'r' })
    expect(read).toMatchObject({ kept: { has_config: true, budget: { max_records: 5 } } })
  })
})

describe('invocations of a run', () => {
  it('come all, in their own order, where they are few or nobody asked for a part', async () => {
    const ctx = (await holding({ run_id: 'r', invocations: many(3) })).as(VIEWER)
    for (const asked of [{}, { limit: 3 }]) {
      const page = await listInvocations(ctx, { run_id: 'r', ...asked })
      expect(page).toMatchObject({ total: 3, is_whole: true })
      expect(page.rows.map(({ n }) => n)).toEqual([0, 1, 2])
    }
  })

  it('begin with the first of those that fit, as arranged, where there are more', async () => {
    const ctx = (await holding({ run_id: 'r', invocations: many(30) })).as(VIEWER)
    const page = await listInvocations(ctx, { run_id: 'r', limit: 2, words: 'row-1', is_descending: false })
    expect(page).toMatchObject({ total: 30, is_whole: false })
    expect(page.rows.map(({ row_id }) => row_id)).toEqual(['row-1', 'row-10'])
  })
})

describe('one invocation', () => {
  const invocations = [
    anInvocation({ row_id: 'a', parent_record_key: 'x' }),
    anInvocation({ row_id: 'a', parent_record_key: 'y', error: 'e'.repeat(5_000), ended: '2026-11-30T10:00:05Z' }),
  ]

  it('is found by its row and parent record, whole', async () => {
    const ctx = (await holding({ run_id: 'r', invocations })).as(VIEWER)
    const one = await getInvocation(ctx, { run_id: 'r', row: 'a', parent: 'y' })
    expect(one).toMatchObject({ row: { n: 1 }, of_row: 2, used: { records_read: 3, cost: { total: 0.5 } } })
    expect(one.error).toHaveLength(5_000)
    expect(await getInvocation(ctx, { run_id: 'r', row: 'a' })).toMatchObject({
      row: { n: 0 },
      error: null,
      used: null,
    })
  })

  it.each([{ row: 'b' }, { row: 'a', parent: 'z' }])('is not there as %o', async (asked) => {
    const ctx = (await holding({ run_id: 'r', invocations })).as(VIEWER)
    await expect(getInvocation(ctx, { run_id: 'r', ...asked })).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('finds the neighbours of its name, and only those the viewer may see', async () => {
  const run = (run_id: string, minute: number, tenant?: string) => ({
    run_id,
    name: 'n',
    submitted_at: at(`2026-11-30T10:0${minute}:00Z`),
    ...(tenant && { tenant }),
  })
  const world = await holding(run('a', 1, 'acme'), run('b', 2), run('c', 3, 'acme'), run('d', 4))
  const ids = async (principal: Principal) => {
    const { before, after } = await getRunNeighbours(world.as(principal), { run_id: 'c' })
    return [before.map(({ run_id }) => run_id), after.map(({ run_id }) => run_id)]
  }
  expect(await ids(VIEWER)).toEqual([['b', 'a'], ['d']])
  expect(await ids(ACME_BOSS)).toEqual([['a'], []])
})

it('has no neighbours without a name', async () => {
  const world = await holding({ run_id: 'a', name: ' ' }, { run_id: 'b', name: ' ' })
  expect(await getRunNeighbours(world.as(VIEWER), { run_id: 'a' })).toEqual({ before: [], after: [], reached: null })
})

describe('the submitted text', () => {
  const config_body = 'source:\n  password: hunter2\n'
  const kept = { run_id: 'r', tenant: 'acme', config_body, config_format: 'yaml' as const }

  it('is shown to unconfined admins alone, without what is named like a secret', async () => {
    const world = await holding(kept)
    expect(await getSubmittedText(world.as(ADMIN), { run_id: 'r' })).toEqual({
      state: 'shown',
      format: 'yaml',
      body: 'source:\n  password: ***\n',
      redacted: true,
    })
    for (const principal of [OPERATOR, VIEWER, ACME_BOSS])
      expect(await getSubmittedText(world.as(principal), { run_id: 'r' })).toEqual({ state: 'withheld' })
  })

  it('is said not to be kept where none is, and looking at it files nothing', async () => {
    const world = await holding({ run_id: 'r' })
    expect(await getSubmittedText(world.as(ADMIN), { run_id: 'r' })).toEqual({ state: 'not_kept' })
    expect(await world.filed()).toEqual([])
  })
})

it.each([getRunHead, listInvocations, listShards, getRunNeighbours, getSubmittedText])(
  'tells a confined principal nothing of a run of others: %#',
  async (verb) => {
    const world = await holding({ run_id: 'g', tenant: 'globex' }, { run_id: 'n' })
    for (const run_id of ['g', 'n', 'unknown'])
      await expect(verb(world.as(ACME_BOSS), { run_id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await world.filed()).toEqual([])
  },
)
