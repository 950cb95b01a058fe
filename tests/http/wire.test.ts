import { expect, it } from 'vitest'
import { hasBadPath, peerOf, prepare } from '@/lib/http/wire'

function prepared(
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = '::ffff:10.0.0.7',
  method = 'GET',
) {
  const request = { method, url, headers: { ...headers }, socket: { remoteAddress } }
  prepare(request)
  return { method: request.method, url: request.url, headers: new Headers(request.headers) }
}

it('takes the address of the socket, whatever the client claims', () => {
  const { headers } = prepared('/v1/runs', { 'x-forwarded-for': '1.2.3.4' })
  expect(peerOf(headers)).toBe('10.0.0.7')
  expect(peerOf(prepared('/', {}, '2001:db8::1').headers)).toBe('2001:db8::1')
  expect(peerOf(new Headers())).toBeNull()
})

it.each([
  '/v1/runs/01a22c90-eac7-7605-88cd-8373574deb99?limit=1',
  '/v1/templates/team%2Forders',
  '/v1/runs/Gr%C3%B6%C3%9Fe%20%E2%98%95',
  '/v1/runs?name=%ff%',
  '/runs/x//y',
])('leaves %s alone', (url) => {
  expect(prepared(url).url).toBe(url)
  expect(hasBadPath(prepared(url).headers)).toBe(false)
})

it.each([
  '/v1/runs/%ff',
  '/v1/runs/%C3%28/logs?format=text',
  '/v1/runs/50%',
  '/v1/runs/%ED%A0%80',
  '/runs/%ff//x',
  '/runs/%',
  '/%E0%A4%A',
])('makes %s a path that can be decoded, and says that it was none', (url) => {
  const { url: tidy, headers } = prepared(url)
  expect(() => decodeURIComponent(tidy)).not.toThrow()
  expect(hasBadPath(headers)).toBe(true)
})

it('lets nobody claim that a path was bad', () => {
  expect(hasBadPath(prepared('/v1/runs', { 'x-faucet-console-bad-path': '1' }).headers)).toBe(false)
})

it.each(['/v1//runs', '/v1/runs//logs', '/v1/runs//?limit=1'])('sends %s where nothing is', (url) => {
  expect(prepared(url).url).toMatch(/^\/v1\/%2F/)
})

it('answers a method that the framework fails on as what does not exist', () => {
  expect(prepared('/v1/runs', {}, '10.0.0.7', 'TRACE')).toMatchObject({ method: 'GET', url: '/v1/%2F' })
})
