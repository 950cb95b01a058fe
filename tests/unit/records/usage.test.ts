import { describe, expect, it } from 'vitest'
import { bodyText } from '@/lib/contract/body'
import { UsageRecord } from '@/lib/contract/records/usage'
import { readText } from '@/lib/contract/stored'
import { aUsage } from '../../support/usage'

const FULL =
  '{"run_id":"01a1edbc-8a87-77d4-a8a8-447154b0e58e","pipeline":"orders","row":"row-0","source_kind":"rest","sink_kind":"bigquery","dataset_id":"6a77d273e7fa2e59","dataset_uri":"bigquery://p/d/t","recorded_at":"2026-11-18T08:18:38Z","duration_ms":10,"failed":true,"usage":{"records_read":9007199254740993,"records_written":40,"bytes_read":18446744073709551615,"bytes_written":4068,"source_roundtrips":{"get":3},"sink_roundtrips":{"write_batch":1},"signals":[{"kind":"bytes_billed","unit":"bytes","quantity":1099511627776.0,"side":"sink","connector":"bigquery"}],"throttled":2,"throttle_wait_secs":1.0,"source_retries":{"http_5xx":1}},"cost":{"currency":"EUR","total":6.25,"lines":[{"item":"bigquery_bytes_billed","quantity":1.0,"unit":"TiB","rate":6.25,"amount":6.25}],"not_reported":["rest"],"hosted_equivalent":0.0006000000000000001},"tenant":"acme"}'

describe('a usage record', () => {
  it('comes back byte for byte, with floats, big counters and everything optional', () => {
    const read = readText(UsageRecord, FULL)
    expect(read.ok && bodyText(UsageRecord, read.record)).toBe(FULL)
  })

  it('keeps members that only later engines know, at every depth', () => {
    const newer = FULL.replace('"throttled"', '"rows":{"dropped":1},"throttled"').replace(
      '"tenant"',
      '"region":"eu","tenant"',
    )
    const read = readText(UsageRecord, newer)
    const text = read.ok ? bodyText(UsageRecord, read.record) : ''
    expect(JSON.parse(text)).toEqual(JSON.parse(newer))
  })

  it('has not failed when its body does not say', () => {
    const read = readText(UsageRecord, bodyText(UsageRecord, aUsage()).replace('"failed":false,', ''))
    expect(read).toMatchObject({ ok: true, record: { failed: false } })
  })

  it.each([
    ['counters are no integers', '"duration_ms":10', '"duration_ms":10.0'],
    ['a counter is beyond 64 bits', '18446744073709551615', '18446744073709551616'],
    ['it has no cost', /"cost":\{.*\},"tenant"/, '"tenant"'],
  ])('cannot be read when %s', (_what, from, to) => {
    expect(readText(UsageRecord, FULL.replace(from, to)).ok).toBe(false)
  })
})
