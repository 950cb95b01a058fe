import { describe, expect, it } from 'vitest'
import { parseChannel, parseSelector, refuseDerived, resolveSelector, selectorText } from '@/lib/derive/template-select'
import { assembleTemplateState } from '@/lib/derive/template-state'
import { at } from '../../support/clock'
import { aDeprecation } from '../../support/templates'

const AMBIGUOUS =
  'config error: `latest` is not a version channel here because it is ambiguous. Did you mean `stable` (the launched ' +
  'version — also the default when no version is given), or `newest` (the highest version number, launched or not)?'
const unknown = (word: string) =>
  `config error: unknown template version channel '${word}' — the named channels are fixed: stable, previous, newest, dev, test, staging, pre-prod, canary, prod`
const fromOne = (text: string) => `config error: invalid template version '${text}' — versions are numbered from 1`

describe('a version selector', () => {
  it.each([
    ['3', '3'],
    [3, '3'],
    ['007', '7'],
    [' 12 ', '12'],
    ['4294967295', '4294967295'],
    ['STABLE', 'stable'],
    ['Pre_Prod', 'pre-prod'],
    ['preprod', 'pre-prod'],
    [' pre prod ', 'pre-prod'],
    ['previous', 'previous'],
    ['newest', 'newest'],
    [undefined, 'stable'],
  ])('reads %j as %s', (value, text) => {
    const parsed = parseSelector(value)
    expect(parsed.ok && selectorText(parsed.selector)).toBe(text)
  })

  it.each([
    ['0', fromOne('0')],
    ['4294967296', fromOne('4294967296')],
    ['99999999999999999999', fromOne('99999999999999999999')],
    [0, fromOne('0')],
    ['latest', AMBIGUOUS],
    ['LA-TEST', AMBIGUOUS],
    ['prd', unknown('prd')],
    ['', unknown('')],
    ['v1', unknown('v1')],
    ['-1', unknown('-1')],
    [-1, unknown('-1')],
    ['1.0', unknown('1.0')],
  ])('refuses %j in the words of the engine', (value, message) => {
    expect(parseSelector(value)).toEqual({ ok: false, message })
  })

  it.each([true, null, 1.5, {}, [], ['3']])('refuses %j, which is neither text nor a whole number', (value) => {
    expect(parseSelector(value).ok).toBe(false)
  })

  it('knows which channels can be set by hand', () => {
    const derived = (channel: 'stable' | 'previous' | 'newest', how: string) =>
      expect(refuseDerived(channel)).toBe(
        `config error: \`${channel}\` is a derived channel and cannot be promoted${how}. Promotable channels: dev, test, staging, pre-prod, canary, prod`,
      )
    derived('stable', ' — move it with `faucet template launch` instead')
    derived('previous', ' — it is whatever was launched before the current version')
    derived('newest', ' — it is always the highest version number')
    expect(refuseDerived('pre-prod')).toBeNull()
    expect(parseChannel('Canary')).toEqual({ ok: true, channel: 'canary' })
  })
})

describe('resolving a selector', () => {
  const stamp = { launched_at: at('2026-11-30T10:00:00Z') }
  const state = (deprecated: readonly number[] = []) =>
    assembleTemplateState(
      [5, 4, 3, 2, 1],
      [
        { seq: 2, version: 3, ...stamp },
        { seq: 1, version: 1, ...stamp },
      ],
      [{ tag: 'prod', version: 2, updated_at: at('2026-11-30T10:00:00Z') }],
      null,
      deprecated.map((version) => ({ version, ...aDeprecation() })),
    )
  const resolve = (value: unknown, deprecated: readonly number[] = []) => {
    const parsed = parseSelector(value)
    return parsed.ok ? resolveSelector(parsed.selector, 'orders', state(deprecated)) : parsed
  }

  it.each([
    [undefined, 3],
    ['stable', 3],
    ['previous', 1],
    ['newest', 5],
    ['prod', 2],
    ['PROD', 2],
    ['4', 4],
    [4, 4],
    ['9', 9],
  ])('takes %j as version %i', (value, version) => {
    expect(resolve(value)).toEqual({ ok: true, version })
  })

  it('passes over deprecated versions when it looks for the newest', () => {
    expect(resolve('newest', [5])).toEqual({ ok: true, version: 4 })
  })

  it('never falls back from one channel to another, and says what is set', () => {
    expect(resolve('dev')).toEqual({
      ok: false,
      reason: 'unset',
      message:
        "config error: template 'orders' has no `dev` version. Channels currently set: prod=v2. Promote one with " +
        '`faucet template promote orders --tag dev --version <n>`',
    })
    expect(resolve('newest', [5, 4, 3, 2, 1])).toEqual({
      ok: false,
      reason: 'unset',
      message:
        "config error: every version of template 'orders' is deprecated, so `newest` has nothing to resolve to. Revive " +
        'one (`faucet template deprecate orders --version <n> --undo`) or pin a version number',
    })
  })

  it('tells a draft, a first launch and an unknown template apart', () => {
    const draft = assembleTemplateState([2, 1], [], [], null, [])
    const once = assembleTemplateState([2], [{ seq: 1, version: 2, ...stamp }], [], null, [])
    const at_ = (channel: 'stable' | 'previous' | 'prod', from: typeof draft) =>
      resolveSelector({ kind: 'channel', channel }, 'orders', from)
    expect(at_('stable', draft)).toMatchObject({
      reason: 'unset',
      message:
        "config error: template 'orders' has no launched version (status: draft). Launch one first (`faucet template " +
        'launch orders --version 2`, or `POST /v1/templates/orders/launch`), or select a specific build with `newest` / ' +
        'a version number',
    })
    const tail = '. `previous` is the version launched before the current one, so it only exists after a second launch'
    expect(at_('previous', draft)).toMatchObject({
      message: `config error: template 'orders' has no previous version — nothing has been launched yet${tail}`,
    })
    expect(at_('previous', once)).toMatchObject({
      message: `config error: template 'orders' has no previous version — v2 is the first and only launched version${tail}`,
    })
    expect(at_('prod', draft)).toMatchObject({ message: expect.stringContaining('Channels currently set: (none).') })
    expect(at_('stable', assembleTemplateState([], [], [], null, []))).toMatchObject({ ok: false, reason: 'unknown' })
  })
})
