import { describe, expect, it } from 'vitest'
import { bodyText } from '@/lib/contract/body'
import { type UsageRecord, UsageReport } from '@/lib/contract/records/usage'
import { rollUpUsage } from '@/lib/derive/usage-rollup'
import { at } from '../../support/clock'
import { aUsage } from '../../support/usage'

const ADDED = { splitCurrencies: false } as const
const SPLIT = { splitCurrencies: true } as const

/** A frozen record of that pipeline, row and price. */
function priced(pipeline: string, row: string, total: number, more: Partial<UsageRecord> = {}): UsageRecord {
  const { currency = 'USD', not_reported } = more.cost ?? {}
  const cost = { currency, total, lines: [], hosted_equivalent: total * 10, ...(not_reported && { not_reported }) }
  return Object.freeze({ ...aUsage({ pipeline, row, ...more }), cost: Object.freeze(cost) })
}
const inCurrency = (currency: string) => ({ cost: { currency, total: 0, lines: [], hosted_equivalent: 0 } })
const brief = (report: UsageReport) => report.rows.map(({ key, cost }) => `${key} ${cost}`)

describe('usage, added up', () => {
  it('groups by pipeline, dearest first, with failures and a total', () => {
    const records = [priced('a', 'r1', 1), priced('a', 'r2', 2, { failed: true }), priced('b', 'r1', 5)]
    const report = rollUpUsage(records, 'pipeline', ADDED)
    expect(report.rows.map(({ key, cost, runs, failed_runs }) => [key, cost, runs, failed_runs])).toEqual([
      ['b', 5, 1, 0],
      ['a', 3, 2, 1],
    ])
    expect(report).toMatchObject({ by: 'pipeline', currency: 'USD', records: 3 })
    expect(report.total).toMatchObject({ key: 'total', cost: 8, hosted_equivalent: 80, runs: 3, failed_runs: 1 })
  })

  it('has a key for each way to group', () => {
    const record = priced('p', 'r', 1, {
      sink_kind: 'jsonl',
      dataset_uri: 'file:///o',
      tenant: 'acme',
      recorded_at: at('2026-11-30T23:30:00-02:00'),
    })
    const bare = priced('p', 'r', 1)
    const keys = (...by: Parameters<typeof rollUpUsage>[1][]) =>
      by.map((each) => rollUpUsage([record], each, ADDED).rows[0]?.key)
    expect(keys('pipeline', 'row', 'dataset', 'sink', 'day', 'tenant')).toEqual([
      'p',
      'p::r',
      'file:///o',
      'jsonl',
      '2026-12-01',
      'acme',
    ])
    expect(rollUpUsage([bare], 'dataset', ADDED).rows[0]?.key).toBe('(uncatalogued) p::r')
    expect(rollUpUsage([bare], 'tenant', ADDED).rows[0]?.key).toBe('(no tenant)')
  })

  it('sums every counter to the last unit, and round trips of both sides', () => {
    const usage = {
      records_read: 9007199254740991,
      records_written: 18446744073709551614n,
      bytes_read: 1,
      bytes_written: 2,
      source_roundtrips: { list: 2, get: 3 },
      sink_roundtrips: { put: 9007199254740991 },
      throttled: 4,
      throttle_wait_secs: 0.5,
    }
    const { total } = rollUpUsage([aUsage({ usage }), aUsage({ usage })], 'row', ADDED)
    expect(total).toMatchObject({
      records_read: 18014398509481982n,
      records_written: 18446744073709551615n,
      bytes_read: 2,
      bytes_written: 4,
      roundtrips: 18014398509481992n,
      throttled: 8,
      throttle_wait_secs: 1,
      duration_ms: 20,
    })
  })

  it('orders equal costs by records written, then by key', () => {
    const wrote = (pipeline: string, records_written: number | bigint) =>
      priced(pipeline, 'r', 1, { usage: { records_read: 0, records_written, bytes_read: 0, bytes_written: 0 } })
    const records = [wrote('b', 1), wrote('a', 1), wrote('B', 1), wrote('c', 9007199254740993n), wrote('d', 2)]
    expect(rollUpUsage(records, 'pipeline', ADDED).rows.map(({ key }) => key)).toEqual(['c', 'd', 'B', 'a', 'b'])
  })

  it('gathers kinds whose compute was not reported in the order they first appear, and leaves out none', () => {
    const missing = (...not_reported: string[]) => ({ cost: { ...inCurrency('USD').cost, not_reported } })
    const records = [
      priced('a', 'r', 0, missing('snowflake')),
      priced('a', 'r', 0, missing('postgres', 'snowflake')),
      priced('b', 'r', 0),
    ]
    const { rows, total } = rollUpUsage(records, 'pipeline', ADDED)
    expect(rows.find(({ key }) => key === 'a')?.not_reported).toEqual(['snowflake', 'postgres'])
    expect(total.not_reported).toEqual(['snowflake', 'postgres'])
    expect(rows.find(({ key }) => key === 'b')).not.toHaveProperty('not_reported')
  })

  it('adds several currencies as they are, as the oldest engines do, under the first one', () => {
    const records = [
      priced('a', 'r', 1, inCurrency('USD')),
      priced('a', 'r', 2, inCurrency('EUR')),
      priced('a', 'r', 3, inCurrency('EUR')),
    ]
    const report = rollUpUsage(records, 'pipeline', ADDED)
    expect(brief(report)).toEqual(['a 6'])
    expect(report).toMatchObject({ currency: 'USD', total: { cost: 6 } })
    expect(report).not.toHaveProperty('currency_totals')
  })

  it('keeps several currencies apart, as later engines do', () => {
    const records = [
      priced('a', 'r', 1, inCurrency('USD')),
      priced('a', 'r', 2, inCurrency('EUR')),
      priced('a', 'r', 3, inCurrency('EUR')),
    ]
    const report = rollUpUsage(records, 'pipeline', SPLIT)
    expect(brief(report)).toEqual(['a [EUR] 5', 'a [USD] 1'])
    expect(report).toMatchObject({ currency: 'mixed', records: 3, total: { cost: 0, hosted_equivalent: 0, runs: 3 } })
    expect(report.currency_totals).toEqual([
      { currency: 'EUR', cost: 5, hosted_equivalent: 50 },
      { currency: 'USD', cost: 1, hosted_equivalent: 10 },
    ])
  })

  it('marks no keys when there is one currency only', () => {
    const report = rollUpUsage([priced('a', 'r', 2, inCurrency('EUR'))], 'pipeline', SPLIT)
    expect(brief(report)).toEqual(['a 2'])
    expect(report.currency).toBe('EUR')
  })

  it('says that it is cut when as many records were read as asked for', () => {
    const records = [priced('a', 'r', 1), priced('b', 'r', 1)]
    expect(rollUpUsage(records, 'row', { ...SPLIT, limit: 2 }).truncated).toBe(true)
    for (const limit of [0, 3]) expect(rollUpUsage(records, 'row', { ...SPLIT, limit })).not.toHaveProperty('truncated')
  })

  it('adds nothing up to zeros in dollars, printed as engines print them', () => {
    const report = rollUpUsage([], 'day', SPLIT)
    expect(bodyText(UsageReport, report)).toBe(
      '{"by":"day","currency":"USD","records":0,"rows":[],"total":{"key":"total","runs":0,"failed_runs":0,"records_read":0,"records_written":0,"bytes_read":0,"bytes_written":0,"duration_ms":0,"roundtrips":0,"throttled":0,"throttle_wait_secs":0.0,"cost":0.0,"hosted_equivalent":0.0}}',
    )
  })
})
