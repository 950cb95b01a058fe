import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import {
  EVERY_RUN,
  isFiltered,
  momentOf,
  newerPage,
  olderPage,
  parseRunFilter,
  RUN_LIMITS,
  type RunListFilter,
  runFilterSearch,
  runListParams,
  spanWords,
  withFilter,
} from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'

const read = (search: string) => parseRunFilter(searchOf(new URLSearchParams(search)))
const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((value) => !value.includes('\u0000'))
const moment = fc.oneof(
  fc.constantFrom('15m', '24h', '7d', '2w'),
  fc
    .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)
const cursor = fc
  .tuple(fc.constantFrom('2026-11-30T12:07:04.123456789Z', '2026-11-30T12:07:04Z'), fc.uuid())
  .map(([at, id]) => `${at}~${id}`)
const filters: fc.Arbitrary<RunListFilter> = fc
  .record(
    {
      status: fc
        .subarray([...RUN_STATUSES])
        .filter((list) => list.length < RUN_STATUSES.length)
        .map((list) => RUN_STATUSES.filter((known) => list.includes(known))),
      limit: fc.constantFrom(...RUN_LIMITS),
      trail: fc.array(cursor, { maxLength: 6 }),
      name: text,
      tenant: text,
      since: moment,
      until: moment,
    },
    { requiredKeys: ['status', 'limit', 'trail'] },
  )
  .map((filter) => filter as RunListFilter)

describe('the address of the runs page', () => {
  it('reads back every filter that it can express', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(read(runFilterSearch(filter))).toEqual({ filter, ignored: [] })
      }),
    )
  })

  it('never throws and never passes on what it does not know', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string(), (search, junk) => {
        const { filter } = read(`${search}&status=${encodeURIComponent(junk)}&limit=${encodeURIComponent(junk)}`)
        expect(filter.status.every((word) => RUN_STATUSES.some((known) => known === word))).toBe(true)
        expect(RUN_LIMITS.some((known) => known === filter.limit)).toBe(true)
        expect(() => runFilterSearch(filter)).not.toThrow()
      }),
    )
  })

  it('names what it ignored', () => {
    const { filter, ignored } = read('status=failed,faild&since=yesterday&limit=7&name=&tenant=a%00b&colour=red')
    expect(filter).toEqual({ status: ['failed'], limit: 50, trail: [] })
    expect(ignored).toEqual(['status=faild', 'tenant=a\u0000b', 'since=yesterday', 'limit=7'])
  })

  it('stays readable', () => {
    const filter: RunListFilter = {
      ...EVERY_RUN,
      status: ['failed'],
      name: 'a/b & c=d',
      since: '2026-11-30T12:07:04Z',
      trail: ['2026-11-30T12:07:04.123456789Z~01a2'],
    }
    expect(runFilterSearch(filter)).toBe(
      'status=failed&name=a/b%20%26%20c%3Dd&since=2026-11-30T12:07:04Z&cursor=2026-11-30T12:07:04.123456789Z~01a2',
    )
    expect(runFilterSearch(EVERY_RUN)).toBe('')
  })

  it('walks forward and back along the same pages, and starts over when the filter changes', () => {
    const second = olderPage(EVERY_RUN, 'c1')
    const third = olderPage(second, 'c2')
    expect(newerPage(third)).toEqual(second)
    expect(newerPage(second)).toEqual(EVERY_RUN)
    expect(withFilter(third, { status: ['failed'] })).toEqual({ ...EVERY_RUN, status: ['failed'] })
    expect(withFilter({ ...third, name: 'x' }, { name: undefined })).toEqual(EVERY_RUN)
  })

  it('keeps an endless walk short enough for an address', () => {
    let filter: RunListFilter = EVERY_RUN
    for (let page = 0; page < 500; page++) filter = olderPage(filter, `2026-11-30T12:07:04.123456789Z~${page}`)
    expect(runFilterSearch(filter).length).toBeLessThan(4000)
    expect(filter.trail.at(-1)).toMatch(/~499$/)
  })

  it('asks the API with instants and one cursor', () => {
    const now = Date.parse('2026-11-30T12:00:00.500Z')
    const filter: RunListFilter = { ...EVERY_RUN, status: ['queued', 'running'], since: '24h', trail: ['c1', 'c2'] }
    expect(runListParams(filter, now)).toEqual({
      status: 'queued,running',
      since: '2026-11-29T12:00:00Z',
      limit: '50',
      cursor: 'c2',
    })
    expect(momentOf('99999w', now)).toBe('1970-01-01T00:00:00Z')
    expect(spanWords('1h')).toBe('1 hour')
    expect(spanWords('7d')).toBe('7 days')
    expect(spanWords('2026-11-30T12:07:04Z')).toBeNull()
  })

  it('knows when nothing is left out', () => {
    expect(isFiltered(EVERY_RUN)).toBe(false)
    expect(isFiltered({ ...EVERY_RUN, trail: ['c1'], limit: 100 })).toBe(false)
    expect(isFiltered({ ...EVERY_RUN, tenant: 'acme' })).toBe(true)
  })
})
