import { describe, expect, it } from 'vitest'
import { budgetError, budgetIn, mergeBudgets, sinkAllowed } from '@/lib/derive/budget'
import { deepFreeze } from '../../support/freeze'

describe('a budget', () => {
  it.each([
    [{ max_records: 0 }, 'budget.max_records must be greater than 0 (omit it for no ceiling)'],
    [{ max_bytes: 0n }, 'budget.max_bytes must be greater than 0 (omit it for no ceiling)'],
    [{ max_duration_secs: 0 }, 'budget.max_duration_secs must be greater than 0 (omit it for no ceiling)'],
    [{ allowed_sinks: ['s3', ' '] }, 'budget.allowed_sinks contains an empty entry'],
    [{ max_records: 1, allowed_sinks: ['s3'] }, null],
    [{}, null],
  ])('%o is judged %s', (budget, message) => expect(budgetError(budget)).toBe(message))

  it.each([
    [{ max_records: 10 }, { max_records: 5, max_bytes: 9 }, { max_records: 5, max_bytes: 9 }],
    [{ allowed_sinks: ['bigquery'] }, { allowed_sinks: [] }, { allowed_sinks: ['bigquery'] }],
    [{}, { allowed_sinks: ['bigquery'] }, { allowed_sinks: ['bigquery'] }],
    [{ allowed_sinks: ['s3', 'csv', 'jsonl'] }, { allowed_sinks: ['jsonl', 's3'] }, { allowed_sinks: ['s3', 'jsonl'] }],
    // Empty would mean any sink to engines up to 1.13.2.
    [{ allowed_sinks: ['s3'] }, { allowed_sinks: ['bigquery'] }, { allowed_sinks: ['!none'] }],
    [{ allowed_sinks: ['!none'] }, { allowed_sinks: ['bigquery'] }, { allowed_sinks: ['!none'] }],
    [{ max_bytes: 18446744073709551615n }, { max_bytes: 9007199254740993n }, { max_bytes: 9007199254740993n }],
    [{}, {}, {}],
  ])('%o with %o is the stricter %o', (a, b, merged) => {
    expect(mergeBudgets(deepFreeze(a), deepFreeze(b))).toEqual(merged)
  })

  it('lets a sink in by its template or its kind; none named: any', () => {
    expect(sinkAllowed({ allowed_sinks: ['out'] }, 'out', 'jsonl')).toBe(true)
    expect(sinkAllowed({ allowed_sinks: ['jsonl'] }, 'out', 'jsonl')).toBe(true)
    expect(sinkAllowed({ allowed_sinks: ['s3'] }, 'out', 'jsonl')).toBe(false)
    expect(sinkAllowed({ allowed_sinks: ['!none'] }, 'out', 'jsonl')).toBe(false)
    expect(sinkAllowed({}, 'out', 'jsonl')).toBe(true)
  })

  it('is read out of a kept config as far as it can be', () => {
    const yaml = 'name: p\nbudget: { max_records: 5, max_bytes: 9007199254740993, allowed_sinks: [jsonl, 3] }\n'
    expect(budgetIn(yaml, 'yaml')).toEqual({ max_records: 5, max_bytes: 9007199254740993n, allowed_sinks: ['jsonl'] })
    expect(budgetIn('{"budget":{"max_duration_secs":60}}', 'json')).toEqual({ max_duration_secs: 60 })
    for (const text of ['budget: lots', 'name: p', 'a: [', 'budget: { max_records: -1 }', ''])
      expect(budgetIn(text, 'yaml')).toBeNull()
  })
})
