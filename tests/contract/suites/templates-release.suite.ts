import { expect } from 'vitest'
import type { TemplatesStore } from '@/lib/contract/ports/templates'
import { assembleTemplateState } from '@/lib/derive/template-state'
import { NUL } from '../../support/refused'
import { suite, type World } from '../../support/suite'
import { aDeprecation, aDraft } from '../../support/templates'

const TS9 = /^2026-11-30T12:00:00\.\d{9}Z$/

/** The five reads, put together. */
const stateOf = async (templates: TemplatesStore, id: string) =>
  assembleTemplateState(
    await templates.versions(id),
    await templates.launches(id),
    await templates.tags(id),
    await templates.deprecation(id),
    await templates.versionDeprecations(id),
  )

const plantLaunch = (world: World, seq: string, version: string, launched_at = '2026-11-30T10:00:00.500000000Z') =>
  world.plant('faucet_template_launches', { id: 'orders', seq, version, launched_at, launched_by: null })

export const templatesReleaseSuite = suite('template releases', [
  [
    'logs a launch with the next sequence, and nothing when the version is stable already',
    'all',
    async (world) => {
      const { templates } = world.history
      expect(await templates.launch('orders', 2, 'ana')).toBe(1)
      expect(await templates.launch('orders', 2, 'bob')).toBeNull()
      expect(await templates.launch('orders', 3, null)).toBe(2)
      expect(await templates.launch('orders', 2, 'bob')).toBe(3)
      const launches = await templates.launches('orders')
      expect(launches.map(({ seq, version, launched_by }) => [seq, version, launched_by])).toEqual([
        [3, 2, 'bob'],
        [2, 3, undefined],
        [1, 2, 'ana'],
      ])
      for (const row of await world.rows('faucet_template_launches')) {
        expect(row['launched_at']).toMatch(TS9)
        expect(row['evidence'] ?? null).toBeNull()
      }
      expect(await templates.launches('other')).toEqual([])
    },
  ],
  [
    'orders launches as numbers: 10 after 9',
    'all',
    async (world) => {
      const { templates } = world.history
      for (const seq of ['9', '10', '8']) await plantLaunch(world, seq, seq)
      expect((await templates.launches('orders')).map(({ seq }) => seq)).toEqual([10, 9, 8])
      expect(await templates.launch('orders', 10, null)).toBeNull()
      expect(await templates.launch('orders', 9, null)).toBe(11)
    },
  ],
  [
    'passes over rows without numbers and reads a time it cannot understand as now',
    'all',
    async (world) => {
      const { templates } = world.history
      await plantLaunch(world, 'x', '1')
      await plantLaunch(world, '1', 'x')
      await plantLaunch(world, '2', '7', 'yesterday')
      await plantLaunch(world, '3', '8')
      await world.plant('faucet_template_tags', { id: 'orders', tag: 'dev', version: '-1', updated_at: 'x' })
      await world.plant('faucet_template_tags', { id: 'orders', tag: 'prod', version: '1', updated_at: 'x' })
      await world.plant('faucet_template_version_deprecations', {
        id: 'orders',
        version: '',
        deprecated_at: 'x',
        deprecated_by: null,
        reason: null,
      })
      const [newest, older, ...rest] = await templates.launches('orders')
      expect(newest).toEqual({ seq: 3, version: 8, launched_at: '2026-11-30T10:00:00.500Z' })
      expect(older?.launched_at).toMatch(/^2026-11-30T12:00:00/)
      expect(rest).toEqual([])
      expect(await templates.tags('orders')).toEqual([
        { tag: 'prod', version: 1, updated_at: expect.stringMatching(/^2026-11-30T12:00:00/) },
      ])
      expect(await templates.versionDeprecations('orders')).toEqual([])
    },
  ],
  [
    'gives two callers two sequences, and one caller nothing when both launch the same',
    'all',
    async (world) => {
      const peer = await world.peer('instance-b')
      const stores = [world.history.templates, peer.templates]
      const seqs = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((version) => stores[version % 2]?.launch('orders', version, null)),
      )
      expect(seqs.sort()).toEqual([1, 2, 3, 4, 5, 6])
      const launches = await world.history.templates.launches('orders')
      expect(launches.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6])
      const same = await Promise.all(stores.map((templates) => templates.launch('twice', 1, null)))
      expect(same.sort()).toEqual([1, null])
      expect(await world.history.templates.launches('twice')).toHaveLength(1)
    },
  ],
  [
    'points a channel at a version and moves it, existing or not',
    'all',
    async (world) => {
      const { templates } = world.history
      await templates.setTag('orders', 'prod', 3)
      await templates.setTag('orders', 'prod', 10)
      await templates.setTag('orders', 'dev', 1)
      await templates.setTag('other', 'dev', 9)
      expect((await templates.tags('orders')).map(({ tag, version }) => [tag, version])).toEqual([
        ['dev', 1],
        ['prod', 10],
      ])
      const rows = await world.rows('faucet_template_tags')
      expect(rows).toHaveLength(3)
      for (const row of rows) expect(row['updated_at']).toMatch(TS9)
    },
  ],
  [
    'orders channels by code unit, whatever the collation of the database',
    'all',
    async ({ history: { templates } }) => {
      const names = ['B', 'Z', '_', 'a', 'a-b', 'a.b', 'ab', 'z-1', 'z1', 'z_1', 'é']
      for (const name of [...names].reverse()) await templates.setTag('orders', name, 1)
      expect((await templates.tags('orders')).map(({ tag }) => tag)).toEqual(names)
    },
  ],
  [
    'forgets what vouched for a channel when it moves, and shows what vouches for one that did not',
    'clustered',
    async (world, { later }) => {
      if (!later) return
      const { templates } = world.history
      for (const tag of ['prod', 'dev']) {
        await world.plant('faucet_template_tags', { id: 'orders', tag, version: '1', updated_at: 'x', evidence: 'r1' })
      }
      await world.plant('faucet_template_launches', {
        id: 'orders',
        seq: '1',
        version: '1',
        launched_at: '2026-11-30T10:00:00.000000000Z',
        launched_by: 'ana',
        evidence: 'r1',
      })
      await templates.setTag('orders', 'prod', 2)
      const tags = await templates.tags('orders')
      expect(tags.map(({ tag, evidence }) => [tag, evidence])).toEqual([
        ['dev', 'r1'],
        ['prod', undefined],
      ])
      expect(await templates.launches('orders')).toEqual([
        { seq: 1, version: 1, launched_at: '2026-11-30T10:00:00Z', launched_by: 'ana', evidence: 'r1' },
      ])
    },
  ],
  [
    'removes a channel and says whether there was one',
    'all',
    async ({ history: { templates } }) => {
      await templates.setTag('orders', 'prod', 1)
      expect(await templates.removeTag('orders', 'dev')).toBe(false)
      expect(await templates.removeTag('orders', 'prod')).toBe(true)
      expect(await templates.removeTag('orders', 'prod')).toBe(false)
      expect(await templates.tags('orders')).toEqual([])
    },
  ],
  [
    'sets, replaces and lifts the deprecation of a template',
    'all',
    async (world) => {
      const { templates } = world.history
      expect(await templates.deprecation('orders')).toBeNull()
      await templates.setDeprecation('orders', aDeprecation({ deprecated_by: 'ana', reason: 'old' }))
      expect(await templates.deprecation('orders')).toEqual(aDeprecation({ deprecated_by: 'ana', reason: 'old' }))
      await templates.setDeprecation('orders', aDeprecation())
      expect(await world.rows('faucet_template_deprecations')).toEqual([
        { id: 'orders', deprecated_at: '2026-11-30T11:00:00.500000000Z', deprecated_by: null, reason: null },
      ])
      expect(await templates.deprecation('orders')).toEqual(aDeprecation())
      await templates.setDeprecation('orders', null)
      await templates.setDeprecation('orders', null)
      expect(await templates.deprecation('orders')).toBeNull()
    },
  ],
  [
    'sets and lifts deprecations of versions, highest first as numbers',
    'all',
    async (world) => {
      const { templates } = world.history
      for (const version of [9, 10, 2]) {
        await templates.setVersionDeprecation('orders', version, aDeprecation({ reason: `v${version}` }))
      }
      await templates.setVersionDeprecation('orders', 9, aDeprecation({ deprecated_by: 'ana' }))
      await templates.setVersionDeprecation('orders', 2, null)
      await templates.setVersionDeprecation('other', 10, null)
      expect(await templates.versionDeprecations('orders')).toEqual([
        { version: 10, ...aDeprecation({ reason: 'v10' }) },
        { version: 9, ...aDeprecation({ deprecated_by: 'ana' }) },
      ])
      const [row] = await world.rows('faucet_template_version_deprecations')
      expect(row?.['deprecated_at']).toBe('2026-11-30T11:00:00.500000000Z')
    },
  ],
  [
    'tells one state on every store, pointers at versions that are gone included',
    'all',
    async ({ history: { templates } }) => {
      for (let n = 0; n < 3; n++) await templates.register(aDraft())
      await templates.launch('orders', 9, null)
      await templates.launch('orders', 2, null)
      await templates.setTag('orders', 'prod', 7)
      await templates.setVersionDeprecation('orders', 3, aDeprecation())
      await templates.setVersionDeprecation('orders', 8, aDeprecation())
      expect(await stateOf(templates, 'orders')).toEqual({
        status: 'launched',
        versions: [3, 2, 1],
        stable: 2,
        previous: 9,
        newest: 2,
        tags: { prod: 7 },
        deprecated_versions: [{ version: 3, ...aDeprecation() }],
      })
      expect(await stateOf(templates, 'unknown')).toEqual({
        status: 'draft',
        versions: [],
        stable: null,
        previous: null,
        newest: null,
        tags: {},
      })
    },
  ],
  [
    'refuses U+0000 in every text',
    'all',
    async ({ history: { templates }, rows }) => {
      const calls = [
        () => templates.setTag(NUL, 'prod', 1),
        () => templates.setTag('orders', NUL, 1),
        () => templates.launch('orders', 1, NUL),
        () => templates.setDeprecation('orders', aDeprecation({ reason: NUL })),
        () => templates.setVersionDeprecation('orders', 1, aDeprecation({ deprecated_by: NUL })),
        () => templates.register(aDraft({ name: NUL })),
        () => templates.get(NUL),
      ]
      for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'refused' })
      expect(await rows('faucet_template_launches')).toEqual([])
    },
  ],
])
