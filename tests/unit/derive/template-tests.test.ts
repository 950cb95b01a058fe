import { describe, expect, it } from 'vitest'
import { hasTests, readTestResult, type TestResult, testStanding } from '@/lib/derive/template-tests'

const result = (more: Partial<TestResult> = {}): TestResult => ({
  result_id: 'r1',
  id: 'orders',
  version: 2,
  recorded_at: '2026-11-30T10:00:00Z',
  body_sha256: 'abc',
  passed: true,
  schema: 1,
  cases: [],
  error: null,
  ...more,
})
const VERSION = { id: 'orders', version: 2, bodySha256: 'abc', isTested: true }
const cases = [
  { name: 'adds', passed: true, failure: null },
  { name: 'drops', passed: false, failure: 'got 3' },
  { name: 'ends', passed: false, failure: null },
]

describe('how a version stands with its tests', () => {
  it('declares tests only where its text says so', () => {
    expect(['tests: []', 'tests: { a: 1 }', '{"tests":[]}'].map(hasTests)).toEqual([true, true, true])
    expect(['', 'name: a', 'tests:', 'a: [', '- tests'].map(hasTests)).toEqual([false, false, false, false, false])
  })

  it('is told by the newest result of this very text', () => {
    const standing = (...results: TestResult[]) => testStanding(VERSION, results).status
    expect(standing()).toBe('untested')
    expect(standing(result(), result({ passed: false }))).toBe('passing')
    expect(standing(result({ passed: false }), result())).toBe('failing')
    expect(standing(result({ body_sha256: 'other' }))).toBe('untested')
    expect(standing(result({ schema: 0 }), result({ result_id: '' }))).toBe('untested')
    expect(testStanding({ ...VERSION, isTested: false }, [result()]).status).toBe('no_tests')
  })

  it('names what failed, and what vouches for it', () => {
    expect(testStanding(VERSION, [result({ passed: false, cases })])).toMatchObject({
      status: 'failing',
      failing: ['drops: got 3', 'ends: failed'],
      evidence: 'r1',
      result_at: '2026-11-30T10:00:00Z',
    })
    const none = result({ passed: false, error: 'the bundle produced no cases' })
    expect(testStanding(VERSION, [none]).status).toBe('no_tests')
  })

  it('reads what is stored leniently, and nothing where there is no object', () => {
    const text = JSON.stringify({ ...result(), cases: [cases[1], 'odd', { name: 1 }], more: true })
    expect(readTestResult(text)).toEqual(
      result({
        cases: [
          { name: 'drops', passed: false, failure: 'got 3' },
          { name: '', passed: false, failure: null },
        ],
      }),
    )
    expect(readTestResult('{}')).toMatchObject({ result_id: '', passed: false, schema: 0, cases: [] })
    expect(['', 'null', '[]', '7'].map(readTestResult)).toEqual([null, null, null, null])
  })
})
