import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { authorizeUrl, callbackUri, challengeOf, isAllowedRedirect, withParams } from '@/lib/derive/connect-flow'

it('spells a challenge as the standard’s own example does', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const hash = createHash('sha256').update(verifier).digest('hex')
  expect(challengeOf(hash)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

it.each([
  ['https://app.example', true],
  ['https://app.example/', true],
  ['https://app.example?x=1', true],
  ['https://app.example#x', true],
  ['https://app.example/a/b', true],
  ['https://app.example.evil', false],
  ['https://app.example:8443/', false],
  ['https://app.example@evil.example/', false],
  ['http://app.example/', false],
  ['/done', false],
  ['', false],
])('lets people be sent to %s: %s', (redirect, isAllowed) => {
  expect(isAllowedRedirect(redirect, ['https://app.example'])).toBe(isAllowed)
})

it('lets everything under a folder be the end, and the folder alone', () => {
  const allowed = ['https://app.example/area/']
  expect(isAllowedRedirect('https://app.example/area/x', allowed)).toBe(true)
  expect(isAllowedRedirect('https://app.example/area', allowed)).toBe(false)
})

it('keeps what an address asks for already, in front, and its fragment behind', () => {
  expect(withParams('https://a.example/x?b=1#c', [['d', 'e f&g']])).toBe('https://a.example/x?b=1&d=e+f%26g#c')
  expect(withParams('https://a.example', [['d', '1']])).toBe('https://a.example/?d=1')
})

it('asks for no scopes where there are none', () => {
  const provider = {
    authorize_url: 'https://idp.example/authorize',
    client_id: 'c',
    redirect_base: 'https://console.example//',
    scopes: [],
    scope_separator: ' ',
    extra_authorize_params: {},
  }
  expect(callbackUri(provider)).toBe('https://console.example/v1/connect/callback')
  expect(authorizeUrl(provider, { state: 's', challenge: 'h' })).toBe(
    'https://idp.example/authorize?response_type=code&client_id=c&redirect_uri=https%3A%2F%2Fconsole.example%2Fv1%2F' +
      'connect%2Fcallback&state=s&code_challenge=h&code_challenge_method=S256',
  )
})
