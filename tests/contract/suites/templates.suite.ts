import { expect } from 'vitest'
import type { TemplatesStore } from '@/lib/contract/ports/templates'
import { recordOf } from '@/lib/contract/stored'
import { type Row, suite, type World } from '../../support/suite'
import { aDeprecation, aDraft } from '../../support/templates'

const ids = (rows: readonly { columns: Readonly<Record<string, string | null>> }[]) =>
  rows.map((row) => row.columns['id'])

async function register(templates: TemplatesStore, count: number, id = 'orders'): Promise<void> {
  for (let n = 0; n < count; n++) await templates.register(aDraft({ id }))
}

/** A version somebody else wrote, text and all. */
const plant = (world: World, row: Partial<Row> & { id: string; version: string }) =>
  world.plant('faucet_templates', {
    name: null,
    created_at: '2026-11-30T10:00:00.000000000Z',
    body: JSON.stringify({
      id: row.id,
      version: Number(row.version),
      body: '',
      format: 'yaml',
      params: {},
      created_at: '2026-11-30T10:00:00Z',
    }),
    ...row,
  })

export const templatesSuite = suite('templates', [
  [
    'numbers versions from 1 and returns what it wrote',
    'all',
    async ({ history: { templates }, ...world }) => {
      const draft = aDraft({ name: 'Orders', description: '', created_by: 'ana', body: 'a: "ü"\n' })
      expect(await templates.register(draft)).toMatchObject({ ...draft, version: 1 })
      const second = await templates.register(draft)
      expect(second.version).toBe(2)
      const row = await templates.get('orders', 2)
      expect(row && recordOf(row)).toEqual(second)
      expect(row?.columns).toEqual({
        id: 'orders',
        version: '2',
        name: 'Orders',
        created_at: (await world.rows('faucet_templates'))[1]?.['created_at'],
      })
    },
  ],
  [
    'writes the body as engines do: declared order, parameters by name, nothing absent',
    'all',
    async ({ history: { templates }, rows }) => {
      await templates.register(
        aDraft({
          params: {
            b: { type: 'float', required: false, default: 0.5, secret: false },
            a: { type: 'string', required: true, secret: true, description: 'a key' },
          },
        }),
      )
      const [row] = await rows('faucet_templates')
      expect(row?.['created_at']).toMatch(/^2026-11-30T12:00:00\.\d{9}Z$/)
      expect(row?.['body']).toBe(
        '{"id":"orders","version":1,"kind":"pipeline","body":"version: 1\\n","format":"yaml","params":{' +
          '"a":{"type":"string","required":true,"secret":true,"description":"a key"},' +
          `"b":{"type":"float","required":false,"default":0.5,"secret":false}},"created_at":"${row?.['created_at']}"}`,
      )
    },
  ],
  [
    'spells the time in a body with the fewest digits, and in the column with nine',
    'single',
    async ({ history: { templates }, rows, clock }) => {
      // The test clock counts nanoseconds: the thousandth reading ends in zeros.
      while (!clock.now().endsWith('999Z'));
      const { created_at } = await templates.register(aDraft())
      expect(created_at).toBe('2026-11-30T12:00:00.000001Z')
      const [row] = await rows('faucet_templates')
      expect(row?.['created_at']).toBe('2026-11-30T12:00:00.000001000Z')
    },
  ],
  [
    'takes the highest number, not the last text',
    'all',
    async (world) => {
      const { templates } = world.history
      await plant(world, { id: 'orders', version: '9' })
      await plant(world, { id: 'orders', version: '10' })
      expect(await templates.versions('orders')).toEqual([10, 9])
      expect((await templates.get('orders'))?.columns['version']).toBe('10')
      expect((await templates.list())[0]?.columns['version']).toBe('10')
      expect((await templates.register(aDraft())).version).toBe(11)
    },
  ],
  [
    'passes over a version that is no number',
    'all',
    async (world) => {
      const { templates } = world.history
      await plant(world, { id: 'orders', version: 'x', body: '{}' })
      await plant(world, { id: 'orders', version: '4294967296', body: '{}' })
      expect(await templates.versions('orders')).toEqual([])
      expect(await templates.get('orders')).toBeNull()
      expect(await templates.list()).toEqual([])
      expect((await templates.register(aDraft())).version).toBe(1)
    },
  ],
  [
    'gives a number again once its version is removed',
    'all',
    async ({ history: { templates } }) => {
      await register(templates, 3)
      expect(await templates.remove('orders', 3)).toBe(1)
      expect((await templates.register(aDraft())).version).toBe(3)
    },
  ],
  [
    'never falls below the number that a later engine gave last, and leaves its mark alone',
    'clustered',
    async (world, { later }) => {
      const { templates } = world.history
      if (later) {
        await world.plant('faucet_serve_meta', { key: 'template_hwm:orders', value: '9', updated_at: 'x' })
      }
      expect((await templates.register(aDraft())).version).toBe(later ? 10 : 1)
      if (!later) return
      expect(await world.rows('faucet_serve_meta')).toMatchObject([
        { key: 'template_hwm:orders', value: '9', updated_at: 'x' },
      ])
    },
  ],
  [
    'keeps the newest 20 and lets pointers dangle, where engines up to 1.13.2 work',
    'all',
    async (world, { later }) => {
      if (later) return
      const { templates } = world.history
      await register(templates, 5)
      await templates.launch('orders', 2, null)
      await templates.launch('orders', 1, null)
      await templates.setTag('orders', 'prod', 3)
      await templates.setVersionDeprecation('orders', 4, aDeprecation())
      await register(templates, 20)
      expect(await templates.versions('orders')).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at))
      expect((await templates.launches('orders')).map(({ version }) => version)).toEqual([1, 2])
      expect(await templates.tags('orders')).toMatchObject([{ tag: 'prod', version: 3 }])
      expect(await templates.versionDeprecations('orders')).toMatchObject([{ version: 4 }])
      expect(await templates.get('orders', 1)).toBeNull()
    },
  ],
  [
    'spares what has a name and leaves nothing dangling, where later engines work',
    'clustered',
    async (world, { later }) => {
      if (!later) return
      const { templates } = world.history
      await register(templates, 6)
      for (const version of [4, 1, 2]) await templates.launch('orders', version, null)
      await templates.setTag('orders', 'prod', 3)
      await templates.setVersionDeprecation('orders', 5, aDeprecation())
      await register(templates, 19)
      expect(await templates.versions('orders')).toEqual([...Array.from({ length: 20 }, (_, at) => 25 - at), 3, 2, 1])
      expect((await templates.launches('orders')).map(({ version }) => version)).toEqual([2, 1])
      expect(await templates.versionDeprecations('orders')).toEqual([])
    },
  ],
  [
    'spares what a waiting launch request names and what passed its tests last, where later engines work',
    'clustered',
    async (world, { later }) => {
      if (!later) return
      const { templates } = world.history
      await register(templates, 5)
      const request = (id: string, status: string, payload: object) =>
        world.plant('faucet_serve_changes', {
          id,
          kind: 'template_launch',
          status,
          requester: 'ana',
          created_at: '2026-11-30T10:00:00.000000000Z',
          expires_at: '2026-12-30T10:00:00.000000000Z',
          body: JSON.stringify({ payload }),
          tenant: null,
        })
      await request('a', 'pending', { id: 'orders', version: '1' })
      await request('b', 'rejected', { id: 'orders', version: 2 })
      const result = (result_id: string, version: string, sha: string) =>
        world.plant('faucet_template_test_results', {
          result_id,
          id: 'orders',
          version,
          recorded_at: '2026-11-30T10:00:00.000000000Z',
          body: JSON.stringify({ result_id, schema: 1, passed: true, body_sha256: sha }),
        })
      // sha256 of the text that every version here has.
      await result('r3', '3', '0'.repeat(64))
      await result('r4', '4', TEXT_SHA)
      await register(templates, 20)
      expect((await templates.versions('orders')).slice(20)).toEqual([4, 1])
    },
  ],
  [
    'gives two callers two numbers',
    'all',
    async (world) => {
      const peer = await world.peer('instance-b')
      const made = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          (at % 2 === 0 ? world.history : peer).templates.register(aDraft({ description: `d${at}` })),
        ),
      )
      expect(made.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6])
      expect(await world.history.templates.versions('orders')).toEqual([6, 5, 4, 3, 2, 1])
    },
  ],
  [
    'lists the highest version of each, newest first and then by id in code-unit order',
    'all',
    async (world) => {
      const { templates } = world.history
      for (const id of ['b', 'a_1', 'a-1', 'a/1', 'a1', 'a']) await plant(world, { id, version: '1' })
      await plant(world, { id: 'old', version: '1', created_at: '2026-11-29T10:00:00.000000000Z' })
      await plant(world, { id: 'new', version: '1', created_at: '2026-11-28T10:00:00.000000000Z' })
      await plant(world, { id: 'new', version: '2', created_at: '2026-11-30T10:00:00.000000001Z' })
      expect(ids(await templates.list())).toEqual(['new', 'a', 'a-1', 'a/1', 'a1', 'a_1', 'b', 'old'])
    },
  ],
  [
    'keeps an unreadable version in its place',
    'all',
    async (world) => {
      const { templates } = world.history
      await plant(world, { id: 'a', version: '1' })
      await plant(world, { id: 'b', version: '1', name: 'broken', body: '{"id":"b"' })
      await plant(world, { id: 'c', version: '1' })
      const list = await templates.list()
      expect(ids(list)).toEqual(['a', 'b', 'c'])
      expect(list[1]?.read().ok).toBe(false)
      expect(list[1]?.columns['name']).toBe('broken')
      expect((await templates.get('b'))?.read().ok).toBe(false)
    },
  ],
  [
    'reads words, types and members that only later engines write',
    'all',
    async (world) => {
      const body =
        '{"id":"t","version":1,"kind":"test-suite","body":"","format":"yaml","params":{"l":{"type":"list","required":false,' +
        '"default":[1.0],"secret":false,"items":{"type":"int","required":false,"secret":false},"min_items":1}},' +
        '"created_at":"2026-11-30T10:00:00Z","novel":{"x":18446744073709551615}}'
      await plant(world, { id: 't', version: '1', body })
      const row = await world.history.templates.get('t')
      const record = row && recordOf(row)
      expect(record?.kind).toBe('test-suite')
      expect(record?.params['l']).toMatchObject({ type: 'list', min_items: 1 })
      expect(row?.text).toBe(body)
    },
  ],
  [
    'refuses to write what an older engine on the store could not decode',
    'all',
    async ({ history: { templates }, rows }, { later }) => {
      const list = { l: { type: 'list' as const, required: false, secret: false, items: { type: 'int' } } }
      for (const draft of [aDraft({ kind: 'test-suite' }), aDraft({ params: list })]) {
        if (later) expect((await templates.register(draft)).id).toBe('orders')
        else await expect(templates.register(draft)).rejects.toMatchObject({ kind: 'refused' })
      }
      for (const draft of [
        aDraft({ kind: 'report' }),
        aDraft({ format: 'toml' }),
        aDraft({ params: { l: { ...list.l, type: 'date' } } }),
        aDraft({ params: { l: { ...list.l, items: { type: 'date' } } } }),
        aDraft({ params: { l: { type: 'string', required: false, secret: false, colour: 'red' } as never } }),
        aDraft({ body: 'a\u0000b' }),
      ]) {
        await expect(templates.register(draft)).rejects.toMatchObject({ kind: 'refused' })
      }
      expect(await rows('faucet_templates')).toHaveLength(later ? 2 : 0)
    },
  ],
  [
    'removes a version with everything that names it',
    'all',
    async ({ history: { templates } }) => {
      await register(templates, 3)
      for (const version of [1, 3]) await templates.launch('orders', version, null)
      await templates.setTag('orders', 'prod', 3)
      await templates.setTag('orders', 'dev', 1)
      await templates.setVersionDeprecation('orders', 3, aDeprecation())
      await templates.setVersionDeprecation('orders', 2, aDeprecation())
      expect(await templates.remove('orders', 3)).toBe(1)
      expect(await templates.versions('orders')).toEqual([2, 1])
      expect((await templates.launches('orders')).map(({ version }) => version)).toEqual([1])
      expect(await templates.tags('orders')).toMatchObject([{ tag: 'dev', version: 1 }])
      expect(await templates.versionDeprecations('orders')).toMatchObject([{ version: 2 }])
      expect(await templates.remove('orders', 3)).toBe(0)
    },
  ],
  [
    'removes all of a template, and nothing of another',
    'all',
    async ({ history: { templates }, rows }) => {
      for (const id of ['orders', 'orders-2']) {
        await register(templates, 2, id)
        await templates.launch(id, 1, null)
        await templates.setTag(id, 'prod', 1)
        await templates.setDeprecation(id, aDeprecation())
        await templates.setVersionDeprecation(id, 1, aDeprecation())
      }
      expect(await templates.remove('orders', 'all')).toBe(2)
      expect(await templates.remove('orders', 'all')).toBe(0)
      for (const table of [
        'faucet_templates',
        'faucet_template_tags',
        'faucet_template_launches',
        'faucet_template_deprecations',
        'faucet_template_version_deprecations',
      ]) {
        expect(new Set((await rows(table)).map((row) => row['id']))).toEqual(new Set(['orders-2']))
      }
    },
  ],
  [
    'takes every channel and launch along with the last version of a store in memory',
    'single',
    async ({ history: { templates } }) => {
      await register(templates, 1)
      await templates.launch('orders', 7, null)
      await templates.setTag('orders', 'prod', 7)
      await templates.setDeprecation('orders', aDeprecation())
      expect(await templates.remove('orders', 1)).toBe(1)
      expect(await templates.launches('orders')).toEqual([])
      expect(await templates.tags('orders')).toEqual([])
      expect(await templates.deprecation('orders')).not.toBeNull()
      await templates.setTag('gone', 'prod', 1)
      expect(await templates.remove('gone', 1)).toBe(0)
      expect(await templates.tags('gone')).toHaveLength(1)
    },
  ],
  [
    'removes only what names the last version of a shared store; later engines forget the deprecation with it',
    'clustered',
    async ({ history: { templates } }, { later }) => {
      await register(templates, 2)
      await templates.launch('orders', 7, null)
      await templates.setTag('orders', 'prod', 7)
      await templates.setDeprecation('orders', aDeprecation())
      await templates.remove('orders', 1)
      expect(await templates.deprecation('orders')).not.toBeNull()
      await templates.remove('orders', 2)
      expect(await templates.launches('orders')).toHaveLength(1)
      expect(await templates.tags('orders')).toHaveLength(1)
      expect((await templates.deprecation('orders')) === null).toBe(later)
      // What names a version goes even when its row went before.
      expect(await templates.remove('orders', 7)).toBe(0)
      expect(await templates.launches('orders')).toEqual([])
      expect(await templates.tags('orders')).toEqual([])
    },
  ],
])

/** sha256 of `version: 1` and a line end. */
const TEXT_SHA = '09bfcc6a14b83e2192b8673677725c84883ee9cd0c70e45c9ec09daa8f2b2847'
