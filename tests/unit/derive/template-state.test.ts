import { describe, expect, it } from 'vitest'
import { assembleTemplateState, deprecationWarning } from '@/lib/derive/template-state'
import { at } from '../../support/clock'
import { aDeprecation } from '../../support/templates'

const launched = (versions: readonly number[]) =>
  Object.freeze(
    versions.map((version, index) => ({
      seq: versions.length - index,
      version,
      launched_at: at('2026-11-30T10:00:00Z'),
    })),
  )
const retired = (versions: readonly number[]) =>
  Object.freeze(versions.map((version) => ({ version, ...aDeprecation() })))

describe('the state of a template', () => {
  // versions, launches newest first, deprecated, deprecated versions → status, stable, previous, newest
  it.each([
    [[3, 2, 1], [], false, [], 'draft', null, null, 3],
    [[3, 2, 1], [1], false, [], 'launched', 1, null, 3],
    [[3, 2, 1], [1, 3, 1], false, [], 'launched', 1, 3, 3],
    [[3, 2, 1], [2, 2, 1], false, [], 'launched', 2, 1, 3],
    [[3, 2, 1], [2], false, [3], 'launched', 2, null, 2],
    [[2, 1], [2], false, [1, 2], 'launched', 2, null, null],
    [[1], [], true, [], 'deprecated', null, null, 1],
    [[2], [2], false, [9, 2], 'launched', 2, null, null],
    [[], [], false, [], 'draft', null, null, null],
    [[5], [3], true, [], 'deprecated', 3, null, 5],
  ] as const)('of versions %j launched %j (deprecated %j, versions %j) is %s', (...row) => {
    const [versions, launches, isDeprecated, versionDeprecations, status, stable, previous, newest] = row
    const deprecation = isDeprecated ? aDeprecation() : null
    const state = assembleTemplateState(versions, launched(launches), [], deprecation, retired(versionDeprecations))
    expect({ ...state, deprecated_versions: undefined }).toEqual({
      status,
      versions,
      stable,
      previous,
      newest,
      tags: {},
      ...(isDeprecated && { deprecation }),
    })
  })

  it('lists only deprecations of versions that exist, highest first, and none as nothing', () => {
    const state = assembleTemplateState([3, 2], [], [], null, retired([2, 9, 3]))
    expect(state.deprecated_versions?.map(({ version }) => version)).toEqual([3, 2])
    expect('deprecated_versions' in assembleTemplateState([2], [], [], null, retired([9]))).toBe(false)
  })

  it('copies channels, pointers at missing versions included', () => {
    const tags = [
      { tag: 'dev', version: 9, updated_at: at('2026-11-30T10:00:00Z') },
      { tag: 'prod', version: 1, updated_at: at('2026-11-30T10:00:00Z') },
    ]
    expect(assembleTemplateState([1], [], tags, null, []).tags).toEqual({ dev: 9, prod: 1 })
  })

  it('takes as newest only what once passed its tests, from the first launch on, where engines say so', () => {
    const passed = new Set([1, 2])
    const newest = (launches: readonly number[], versionDeprecations: readonly number[] = []) =>
      assembleTemplateState([3, 2, 1], launched(launches), [], null, retired(versionDeprecations), { passed }).newest
    expect(newest([1])).toBe(2)
    expect(newest([1], [2])).toBe(1)
    expect(newest([])).toBe(3)
    expect(assembleTemplateState([3], launched([3]), [], null, [], { passed: new Set() }).newest).toBeNull()
  })
})

describe('the warning of a deprecated template', () => {
  const state = (deprecation: ReturnType<typeof aDeprecation> | null, reason?: string) =>
    assembleTemplateState([2, 1], [], [], deprecation, [{ version: 2, ...aDeprecation(reason ? { reason } : {}) }])

  it('gives the reason of the template before that of the version', () => {
    expect(deprecationWarning(state(aDeprecation({ reason: 'use b' })), 2)).toBe('use b')
    expect(deprecationWarning(state(aDeprecation()), 1)).toBe('this template is deprecated')
    expect(deprecationWarning(state(null, 'wrong size'), 2)).toBe('v2 is deprecated: wrong size')
    expect(deprecationWarning(state(null), 2)).toBe('v2 is deprecated')
    expect(deprecationWarning(state(null), 1)).toBeNull()
  })
})
