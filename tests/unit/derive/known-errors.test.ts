import { describe, expect, it } from 'vitest'
import { knownError, limitReached } from '@/lib/derive/known-errors'

describe('errors that are known', () => {
  it.each([
    ["Config error: failed to open CSV file '/x.csv': No such file or directory (os error 2)", 'File not found'],
    [
      'Source error: SQLite query failed: error returned from database: (code: 1) no such column: x',
      'Not there any more',
    ],
    ["Quality check 'regex_match' failed: field 'email'", 'Quality check failed'],
    ['Contract v1.2.0 violated: field', 'Contract broken'],
    ['Budget `max_records` exceeded: limit 5, actual 40', 'Budget used up'],
    [
      "budget: row 'row-0' writes to sink default (jsonl), which budget.allowed_sinks does not allow",
      'Sink not in its budget',
    ],
    ['HTTP 500 from http://x: {}', 'The other side failed'],
    ['HTTP 404 from http://x', 'Not found there'],
    ['HTTP 401 from http://x', 'Sign-in refused'],
    ['Auth error: OAuth2 token request failed (HTTP 400): {"error": "invalid_grant"}', 'Sign-in refused'],
    ['HTTP 429 from http://x', 'Rate limit'],
    ['run exceeded timeout_secs (2s)', 'Time limit reached'],
    ["clock 'yesterday' is not RFC3339", 'Clock cannot be read'],
    ["invalid state key 'a b::row-0'", 'Name cannot be a state key'],
    ["owning serve instance's lease expired before the run finished", 'Its instance was lost'],
    [
      "run reclaimed 3 times after its owning instance's lease expired; giving up (poison run)",
      'Given up after repeated losses',
    ],
    ['12/12 shard(s) failed', 'Shards failed'],
    ['sharding: internal error', 'Could not be split'],
    ['connection reset by peer (os error 104)', 'Connection lost'],
  ])('%s', (text, title) => {
    expect(knownError(text)?.title).toBe(title)
  })

  it('are not made up for others', () => {
    expect(knownError('something else')).toBeNull()
    expect(knownError(`${'x'.repeat(10_000)} HTTP 500`)).toBeNull()
  })

  it('say whether the same run may do better', () => {
    expect(knownError('HTTP 503 from x')?.mayPass).toBe(true)
    expect(knownError('HTTP 404 from x')?.mayPass).toBe(false)
  })
})

describe('a limit that ended a run', () => {
  it('is told in the numbers of the engine', () => {
    expect(limitReached('Budget `max_records` exceeded: limit 5, actual 40')).toEqual({
      name: 'max_records',
      limit: '5',
      actual: '40',
    })
    expect(limitReached('run exceeded timeout_secs (2s)')).toEqual({ name: 'timeout_secs', limit: '2s', actual: null })
    expect(limitReached('HTTP 500')).toBeNull()
    expect(limitReached(null)).toBeNull()
  })
})
