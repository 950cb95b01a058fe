import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathToRun, pathToRunTab, pathToSignIn, safeNext } from '@/lib/url/paths'
import { pageParam } from '@/lib/url/segment'

describe('links', () => {
  it('encodes an id once, and the page decodes it once', () => {
    expect(pathToRun('team/etl/100%')).toBe('/runs/team%2Fetl%2F100%25')
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        expect(pageParam(pathToRun(id).slice('/runs/'.length))).toBe(id)
      }),
    )
  })

  it('leaves a segment that cannot be decoded as it is', () => {
    expect(pageParam('%E0%A4%A')).toBe('%E0%A4%A')
  })

  it('has no tab in the address of the summary', () => {
    expect(pathToRunTab('r', 'summary')).toBe('/runs/r')
    expect(pathToRunTab('r', 'logs')).toBe('/runs/r/logs')
  })

  it('goes back only to pages of its own after signing in', () => {
    expect(pathToSignIn('/runs?status=failed')).toBe('/sign-in?next=%2Fruns%3Fstatus%3Dfailed')
    expect(safeNext('/runs?status=failed')).toBe('/runs?status=failed')
    for (const bad of [
      undefined,
      '',
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'runs',
      '/sign-in',
      '/.//evil.example',
      '/%2e//evil.example',
      '/runs/..//evil.example',
      '/x/../sign-in',
      '//',
      '/\tx',
      '//[',
    ])
      expect(safeNext(bad)).toBe('/runs')
  })
})
