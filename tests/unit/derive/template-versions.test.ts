import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/contract/json'
import { launchPins, namedVersions, versionOf, versionsToPrune } from '@/lib/derive/template-versions'
import { at } from '../../support/clock'
import { aDraft } from '../../support/templates'

const upTo = (last: number) => Object.freeze(Array.from({ length: last }, (_, index) => index + 1))

describe('pruning versions', () => {
  it('keeps the newest twenty where nothing is spared', () => {
    expect(versionsToPrune(upTo(25))).toEqual([5, 4, 3, 2, 1])
    expect(versionsToPrune(upTo(20))).toEqual([])
    expect(versionsToPrune([])).toEqual([])
  })

  it('spares what somebody gets by a name', () => {
    const launches = [2, 1, 4].map((version, index) => ({
      seq: 3 - index,
      version,
      launched_at: at('2026-11-30T10:00:00Z'),
    }))
    const named = namedVersions(launches, [{ tag: 'prod', version: 3, updated_at: at('2026-11-30T10:00:00Z') }])
    expect([...named].sort()).toEqual([1, 2, 3])
    expect(versionsToPrune(upTo(25), named)).toEqual([5, 4])
    expect(namedVersions([], []).size).toBe(0)
  })

  it('finds the numbers that launch requests for a template name', () => {
    const payloads: Json[] = [
      { id: 'orders', version: 3 },
      { id: 'orders', version: '4' },
      { id: 'orders', version: 'stable' },
      { id: 'orders', version: '' },
      { id: 'orders', version: true },
      { id: 'orders' },
      { id: 'other', version: 9 },
      null,
      'orders',
    ]
    expect(launchPins(payloads, 'orders')).toEqual([3, 4])
  })
})

describe('a draft that becomes a version', () => {
  it('has its members in declared order, parameters by name and nothing that is absent', () => {
    const param = { type: 'string', required: false, secret: false } as const
    const draft = aDraft({ params: { b: param, a: param }, description: 'd' })
    const version = versionOf(draft, 7, at('2026-11-30T10:00:00Z'))
    expect(JSON.stringify(version)).toBe(
      JSON.stringify({
        id: 'orders',
        version: 7,
        kind: 'pipeline',
        description: 'd',
        body: 'version: 1\n',
        format: 'yaml',
        params: { a: param, b: param },
        created_at: '2026-11-30T10:00:00Z',
      }),
    )
  })
})
