import { expect, it } from 'vitest'
import { beatOf, isLeaseOver } from '@/lib/derive/lease'

const NOW = '2026-11-30T10:00:00.000000000Z'
const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString()

it('takes a lease for over when it ended before now, was never given or is no instant', () => {
  expect(isLeaseOver(at(1), NOW)).toBe(false)
  expect(isLeaseOver(NOW, NOW)).toBe(false)
  expect(isLeaseOver(at(-1), NOW)).toBe(true)
  expect(isLeaseOver(null, NOW)).toBe(true)
  expect(isLeaseOver('soon', NOW)).toBe(true)
})

it('takes a member for alive for three beats', () => {
  const now = Date.parse(NOW)
  expect(beatOf(at(-30), now)).toEqual({ isLive: true, silentMs: 30_000, aheadMs: null })
  expect(beatOf(at(-31), now)).toMatchObject({ isLive: false, silentMs: 31_000 })
})

it('tells a clock that goes ahead from one that differs a little', () => {
  const now = Date.parse(NOW)
  expect(beatOf(at(1), now)).toEqual({ isLive: true, silentMs: 0, aheadMs: null })
  expect(beatOf(at(90), now)).toEqual({ isLive: true, silentMs: 0, aheadMs: 90_000 })
})
