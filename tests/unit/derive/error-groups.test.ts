import { expect, it } from 'vitest'
import { errorShape, type Failure, groupErrors } from '@/lib/derive/error-groups'
import { glanceError } from '@/lib/derive/run-glance'
import { deepFreeze } from '../../support/freeze'

it.each([
  ['row 17 of 200 failed', 'row <n> of <n> failed'],
  ['job 019e85a1-4904-7128-b48f-1818892f902b is gone', 'job <id> is gone'],
  ['digest 5f2b9c01aa', 'digest <id>'],
  ['GET https://api.example.org:8443/v1/items: 503', 'GET https://<host>/v<n>/items: <n>'],
  ['cannot reach 10.0.0.7:5432', 'cannot reach <host>'],
  ['late since 2026-11-30T10:00:00.123Z', 'late since <time>'],
  ['a defaced feed', 'a defaced feed'],
])('sees through what differs: %s', (error, shape) => {
  expect(errorShape(error)).toBe(shape)
})

it('puts failures that say the same together, the largest group first', () => {
  const at = (minute: number) => `2026-11-30T10:0${minute}:00.000000000Z`
  const failure = (run_id: string, name: string | null, minute: number, error: string): Failure => ({
    run_id,
    name,
    at: at(minute),
    error,
  })
  const failures = deepFreeze([
    failure('d', 'b', 4, 'no such file'),
    failure('c', 'a', 3, 'row 3 is bad'),
    failure('b', null, 2, 'row 2 is bad'),
    failure('a', 'a', 1, 'row 1 is bad'),
  ])
  expect(groupErrors(failures)).toEqual([
    {
      error: 'row 3 is bad',
      count: 3,
      names: [
        { name: 'a', count: 2 },
        { name: null, count: 1 },
      ],
      first_at: at(1),
      last_at: at(3),
      last_run_id: 'c',
    },
    {
      error: 'no such file',
      count: 1,
      names: [{ name: 'b', count: 1 }],
      first_at: at(4),
      last_at: at(4),
      last_run_id: 'd',
    },
  ])
})

it('takes the first line of the error, of an invocation where the run only counts', () => {
  const text = (error: string | null, ...of: (string | null)[]) =>
    JSON.stringify({ error, invocations: of.map((one) => ({ error: one })) })
  expect(glanceError(text('broken\nin many\nlines'))).toBe('broken')
  expect(glanceError(text('2 invocation(s) failed', null, 'no such host', 'other'))).toBe('no such host')
  expect(glanceError(text('2 invocation(s) failed'))).toBe('2 invocation(s) failed')
  expect(glanceError(text(null))).toBeNull()
  expect(glanceError('not json')).toBeNull()
  expect(glanceError('null')).toBeNull()
})

it('cuts an error of megabytes without reading it', () => {
  expect(glanceError(JSON.stringify({ error: 'x'.repeat(8_000_000) }))).toHaveLength(301)
})
