import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCommand, defineQuery } from '@/lib/services/kit/use-case'
import { ACME_BOSS, ADMIN, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'

const steps: string[] = []
const spec = {
  label: 'run.delete',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), tenant: z.string().optional() }),
  needs: ['runs'],
  run: async (deps: object, input: object) => {
    steps.push(`run ${JSON.stringify(input)} with ${Object.keys(deps).length > 0}`)
    return 'done'
  },
} as const
const command = defineCommand(spec)
const query = defineQuery(spec)

describe('a verb', () => {
  it('refuses a role before it looks at the input, and files that under its label with the run', async () => {
    const world = ctxWorld()
    const read = () => {
      throw new Error('the input was read')
    }
    await expect(command.ask(world.as(VIEWER), { run_id: 'r1' }, read)).rejects.toMatchObject({
      code: 'forbidden',
      message: "principal 'viewer-one' (role viewer) is not permitted to perform this action",
    })
    expect(await world.filed()).toEqual([
      {
        principal: 'viewer-one',
        role: 'viewer',
        action: 'run.delete',
        run_id: 'r1',
        source_ip: '127.0.0.1',
        result: 'denied',
      },
    ])
  })

  it('files one row of its label after a command, none after a query', async () => {
    const world = ctxWorld()
    await query(world.as(OPERATOR), { run_id: 'r1' })
    expect(await world.filed()).toEqual([])
    await command(world.as(OPERATOR), { run_id: 'r1' })
    expect(await world.filed()).toEqual([
      { principal: 'ops-one', role: 'operator', action: 'run.delete', source_ip: '127.0.0.1', result: 'ok' },
    ])
  })

  it('files the rows it names instead', async () => {
    const world = ctxWorld()
    const named = defineCommand({
      ...spec,
      audit: (out, { run_id }) => [{ action: String(out), run_id, result: 'noop' }],
    })
    await named(world.as(OPERATOR), { run_id: 'r1' })
    expect(await world.filed()).toEqual([
      { principal: 'ops-one', role: 'operator', action: 'done', run_id: 'r1', source_ip: '127.0.0.1', result: 'noop' },
    ])
  })

  it('forces the tenant of a confined principal into the input', async () => {
    const world = ctxWorld()
    steps.length = 0
    await query(world.as(ACME_BOSS), { run_id: 'r1' })
    expect(steps).toEqual(['run {"run_id":"r1","tenant":"acme"} with true'])
  })

  it('knows no other tenant for a confined principal, and files nothing', async () => {
    const world = ctxWorld()
    await expect(query(world.as(ACME_BOSS), { run_id: 'r1', tenant: 'globex' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(query.ask(world.as(ACME_BOSS), {}, () => ({ run_id: 'r1', tenant: 'globex' }))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await world.filed()).toEqual([])
  })

  it('refuses what is global to a confined principal, filed with the tenant and without a run', async () => {
    const world = ctxWorld()
    const global = defineQuery({ ...spec, scope: 'global' })
    await expect(global(world.as(ACME_BOSS), { run_id: 'r1' })).rejects.toMatchObject({
      code: 'forbidden',
      message: "principal 'tenant-a-boss' is confined to tenant 'acme' and may not perform this action",
    })
    expect(await world.filed()).toEqual([
      {
        principal: 'tenant-a-boss',
        role: 'admin',
        action: 'run.delete',
        source_ip: '127.0.0.1',
        tenant: 'acme',
        result: 'denied',
      },
    ])
    await expect(global(world.as(ACME_BOSS), { run_id: 'r1', tenant: 'globex' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('names the member of an input that does not fit', async () => {
    const world = ctxWorld()
    await expect(query.ask(world.as(ADMIN), {}, () => ({ run_id: 5 }))).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('run_id'),
    })
  })

  it.each([
    ['the address', { run_id: 'a\u0000b' }, {}],
    ['a member', {}, { run_id: 'a\u0000b' }],
    ['something deep', {}, { run_id: 'r', more: [{ x: 'a\u0000b' }] }],
    ['a name', {}, { run_id: 'r', 'a\u0000b': 1 }],
  ])('refuses U+0000 in %s before any database', async (_, subject, input) => {
    const world = ctxWorld()
    steps.length = 0
    for (const principal of [ADMIN, VIEWER]) {
      const asked = command.ask(world.as(principal), subject, () => input)
      await expect(asked).rejects.toMatchObject({
        code: principal === VIEWER && !('run_id' in subject) ? 'forbidden' : 'bad_config',
      })
    }
    expect(steps).toEqual([])
    expect(JSON.stringify(await world.filed())).not.toContain('u0000')
  })

  it('goes on when the audit row cannot be written, and says so in the log', async () => {
    const world = ctxWorld()
    const audit = { record: () => Promise.reject(new Error('the disk is full')), list: async () => [] }
    await expect(command(world.as(OPERATOR, { audit }), { run_id: 'r1' })).resolves.toBe('done')
    expect(world.warnings).toMatchObject([{ message: 'audit row not written', facts: { action: 'run.delete' } }])
  })
})
