import { describe, expect, it } from 'vitest'
import { BadEngines, readEngines, urlAt } from '@/lib/engine/target'

const bases = (text: string | null) => readEngines(text).map(({ instance, base }) => [instance, base.href])

describe('addresses of engines', () => {
  it('are one URL, or instances with their URLs in either spelling', () => {
    expect(bases(null)).toEqual([])
    expect(bases('  ')).toEqual([])
    expect(bases(' http://engine:8080 ')).toEqual([[null, 'http://engine:8080/']])
    expect(bases('https://proxy.example/faucet/')).toEqual([[null, 'https://proxy.example/faucet/']])
    const two = [
      ['a-1', 'http://10.0.0.1:8080/'],
      ['b-2', 'http://[::1]:8081/'],
    ]
    expect(bases('a-1=http://10.0.0.1:8080, b-2=http://[::1]:8081')).toEqual(two)
    expect(bases('{"a-1": "http://10.0.0.1:8080", "b-2": "http://[::1]:8081"}')).toEqual(two)
  })

  it('are refused when they cannot be meant', () => {
    for (const text of [
      'engine:8080',
      'ftp://engine',
      'http://user:pass@engine',
      'http://engine?x=1',
      'http://engine#x',
      'a=http://one,a=http://two',
      'a=http://one,http://two',
      '{"a": 1}',
      '{"a": "http://one"',
      '{"a": "file:///etc/passwd"}',
    ]) {
      expect(() => readEngines(text), text).toThrow(BadEngines)
    }
  })

  it('lead below their base and nowhere else, whatever is asked', () => {
    const [engine] = readEngines('http://engine:8080/faucet/')
    if (engine === undefined) throw new Error('no address')
    const at = (target: string) => urlAt(engine, target)?.href ?? null
    expect(at('/v1/templates/team%2Forders/rows?version=2&x=%26')).toBe(
      'http://engine:8080/faucet/v1/templates/team%2Forders/rows?version=2&x=%26',
    )
    expect([at('/readyz'), at('/metrics')]).toEqual([
      'http://engine:8080/faucet/readyz',
      'http://engine:8080/faucet/metrics',
    ])
    for (const target of [
      '/healthz',
      '/metrics/../admin',
      'http://elsewhere/v1/x',
      '//elsewhere/v1/x',
      '@elsewhere/v1/x',
      '/v1/../../admin',
      '/v1/%2e%2e/%2e%2e/admin',
      '/v1/..\\..\\admin',
      '',
    ]) {
      expect(at(target), target).toBeNull()
    }
  })
})
