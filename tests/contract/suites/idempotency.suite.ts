import { expect } from 'vitest'
import { shift } from '@/lib/contract/clock'
import type { Claim } from '@/lib/contract/records/runs'
import { type Row, suite, type World } from '../../support/suite'

const HOUR = 3_600_000
const held = (world: World, claimed_at: string, more: Row = {}) =>
  world.plant('faucet_serve_idem', { key: 'k', run_id: 'first', fingerprint: 'f', claimed_at, ...more })
const claimOf = async (world: World) => (await world.rows('faucet_serve_idem'))[0] ?? {}
const kinds = (claims: readonly Claim[]) => claims.map((claim) => claim.kind).sort()

export const idempotencySuite = suite('idempotency', [
  [
    'a free key is fresh and is stored with its run, fingerprint and time',
    'all',
    async (world) => {
      const before = world.now()
      expect(await world.history.runs.claimIdempotency('k', 'f', 'r', HOUR)).toEqual({ kind: 'fresh' })
      const row = await claimOf(world)
      expect(row).toEqual({ key: 'k', run_id: 'r', fingerprint: 'f', claimed_at: row['claimed_at'] })
      expect(row['claimed_at']).toHaveLength(30)
      expect((row['claimed_at'] ?? '') > before && (row['claimed_at'] ?? '') < world.now()).toBe(true)
    },
  ],
  [
    'a held key replays its run for the same fingerprint and conflicts with another, unchanged either way',
    'all',
    async (world) => {
      await world.history.runs.claimIdempotency('k', 'f', 'first', HOUR)
      const before = await claimOf(world)
      world.advance(HOUR - 1)
      expect(await world.history.runs.claimIdempotency('k', 'f', 'second', HOUR)).toEqual({
        kind: 'replay',
        run_id: 'first',
      })
      expect(await world.history.runs.claimIdempotency('k', 'g', 'third', HOUR)).toEqual({ kind: 'conflict' })
      expect(await claimOf(world)).toEqual(before)
    },
  ],
  [
    'keys are told apart to the letter',
    'all',
    async (world) => {
      const keys = ['k', 'K', ' k', 'k ', 'tenant:t:k', 'ключ', '👍', '']
      for (const key of keys)
        expect(await world.history.runs.claimIdempotency(key, 'f', `run of ${key}`, HOUR)).toEqual({ kind: 'fresh' })
      for (const key of keys)
        expect(await world.history.runs.claimIdempotency(key, 'f', 'x', HOUR)).toEqual({
          kind: 'replay',
          run_id: `run of ${key}`,
        })
    },
  ],
  [
    'a claim is taken over once it is as old as the window, to the nanosecond',
    'all',
    async (world) => {
      world.clock.freeze()
      const edge = shift(world.now(), -HOUR)
      const nanosLater = `${edge.slice(0, -2)}9Z`
      expect(nanosLater > edge).toBe(true)
      await held(world, nanosLater)
      expect(await world.history.runs.claimIdempotency('k', 'f', 'second', HOUR)).toEqual({
        kind: 'replay',
        run_id: 'first',
      })
      await held(world, edge, { key: 'edge' })
      expect(await world.history.runs.claimIdempotency('edge', 'other', 'second', HOUR)).toEqual({ kind: 'fresh' })
      expect((await world.rows('faucet_serve_idem')).find((row) => row['key'] === 'edge')).toEqual({
        key: 'edge',
        run_id: 'second',
        fingerprint: 'other',
        claimed_at: world.now(),
      })
    },
  ],
  [
    'a window of zero takes over every claim that has a past',
    'all',
    async (world) => {
      for (const run of ['first', 'second', 'third'])
        expect(await world.history.runs.claimIdempotency('k', 'f', run, 0)).toEqual({ kind: 'fresh' })
      expect((await claimOf(world))['run_id']).toBe('third')
    },
  ],
  [
    'a claim from the future or of no readable time never expires, not even with a window of zero',
    'all',
    async (world) => {
      const times = { future: shift(world.now(), 60_000), word: 'long ago', empty: '', date: '2020-01-01' }
      for (const [key, claimed_at] of Object.entries(times)) {
        await held(world, claimed_at, { key })
        for (const window of [0, HOUR]) {
          expect(await world.history.runs.claimIdempotency(key, 'f', 'second', window)).toEqual({
            kind: 'replay',
            run_id: 'first',
          })
          expect(await world.history.runs.claimIdempotency(key, 'g', 'second', window)).toEqual({ kind: 'conflict' })
        }
      }
      world.advance(60_001)
      expect(await world.history.runs.claimIdempotency('future', 'g', 'second', 0)).toEqual({ kind: 'fresh' })
    },
  ],
  [
    'reads a claim time of any precision, as somebody else may have written it',
    'all',
    async (world) => {
      await held(world, '2026-11-30T10:59:59Z', { key: 'seconds' })
      await held(world, '2026-11-30T12:59:59.999+02:00', { key: 'offset' })
      for (const key of ['seconds', 'offset'])
        expect(await world.history.runs.claimIdempotency(key, 'g', 'second', HOUR)).toEqual({ kind: 'fresh' })
    },
  ],
  [
    'one of many who claim a free key at once gets it, the others its run',
    'all',
    async (world) => {
      const stores = [world.history, await world.peer('instance-b'), await world.peer('instance-c')]
      const claims = await Promise.all(
        Array.from({ length: 9 }, (_, n) => stores[n % 3]?.runs.claimIdempotency('k', 'f', `r${n}`, HOUR)),
      )
      const winner = claims.findIndex((claim) => claim?.kind === 'fresh')
      expect((await claimOf(world))['run_id']).toBe(`r${winner}`)
      expect(claims.filter((claim) => claim?.kind === 'fresh')).toHaveLength(1)
      for (const [n, claim] of claims.entries())
        if (n !== winner) expect(claim).toEqual({ kind: 'replay', run_id: `r${winner}` })
    },
  ],
  [
    'one of many who take over an expired key at once gets it',
    'all',
    async (world) => {
      await held(world, shift(world.now(), -2 * HOUR))
      const stores = [world.history, await world.peer('instance-b'), await world.peer('instance-c')]
      const claims = await Promise.all(
        Array.from({ length: 6 }, (_, n) => stores[n % 3]?.runs.claimIdempotency('k', `f${n}`, `r${n}`, HOUR)),
      )
      const all = claims.flatMap((claim) => (claim === undefined ? [] : [claim]))
      expect(kinds(all)).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'fresh'])
      const winner = all.findIndex((claim) => claim.kind === 'fresh')
      expect(await claimOf(world)).toMatchObject({ run_id: `r${winner}`, fingerprint: `f${winner}` })
    },
  ],
  [
    'releases every claim of a run, and of no other',
    'all',
    async (world) => {
      for (const [key, run] of [
        ['a', 'r'],
        ['b', 'r'],
        ['c', 'other'],
      ] as const)
        await world.history.runs.claimIdempotency(key, 'f', run, HOUR)
      await world.history.runs.releaseIdempotency('r')
      await world.history.runs.releaseIdempotency('nobody')
      expect((await world.rows('faucet_serve_idem')).map((row) => row['key'])).toEqual(['c'])
      expect(await world.history.runs.claimIdempotency('a', 'g', 'next', HOUR)).toEqual({ kind: 'fresh' })
    },
  ],
  [
    'refuses U+0000 in key, fingerprint and run id, and stores nothing',
    'all',
    async (world) => {
      const { claimIdempotency } = world.history.runs
      for (const [key, print, run] of [
        ['a\u0000', 'f', 'r'],
        ['a', '\u0000', 'r'],
        ['a', 'f', 'r\u0000'],
      ] as const)
        await expect(claimIdempotency(key, print, run, HOUR)).rejects.toMatchObject({ kind: 'refused' })
      expect(await world.rows('faucet_serve_idem')).toEqual([])
    },
  ],
])
