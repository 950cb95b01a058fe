import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { momentOf, spanWords } from '@/lib/url/moments'
import {
  EVERY_RUN,
  filterOf,
  isFiltered,
  newerPage,
  olderPage,
  parseRunFilter,
  RUN_LIMITS,
  type RunListFilter,
  runFilterSearch,
  runListParams,
  termsOf,
  valuesIn,
  withFilter,
  withValues,
} from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { runTerms } from '../../support/run-terms'

const read = (search: string) => parseRunFilter(searchOf(new URLSearchParams(search)))
const cursor = fc
  .tuple(fc.constantFrom('2026-11-30T12:07:04.123456789Z', '2026-11-30T12:07:04Z'), fc.uuid())
  .map(([at, id]) => `${at}~${id}`)
const filters: fc.Arbitrary<RunListFilter> = fc
  .tuple(runTerms, fc.constantFrom(...RUN_LIMITS), fc.array(cursor, { maxLength: 6 }))
  .map(([terms, limit, trail]) => ({ ...filterOf(terms, limit), trail }))

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
    expect(filter).toEqual({ status: ['failed'], more: [], limit: 50, trail: [] })
    expect(ignored).toEqual(['status=faild', 'tenant=a\u0000b', 'since=yesterday', 'limit=7'])
    expect(read('name=a&name=b&duration=%3E5&-since=1h&-label=&has=cats,error&q=foo:bar%20x').ignored).toEqual([
      'name=b',
      'q=foo',
      'has=cats',
      'duration=>5',
    ])
  })

  it('has a member for every field, and one with a minus for what is left out', () => {
    const { filter, ignored } = read(
      'status=failed&-status=queued&q=orders%20-test&like=a*&pipeline=a&pipeline=b,c&label=team:data&label=env&-label=x%3Dy&mine=true&duration=%3E%3D90s&time=finished',
    )
    expect(ignored).toEqual([])
    expect(valuesIn(filter, 'status', true)).toEqual(['queued'])
    expect(valuesIn(filter, 'q')).toEqual(['orders'])
    expect(valuesIn(filter, 'q', true)).toEqual(['test'])
    expect(valuesIn(filter, 'pipeline')).toEqual(['a', 'b,c'])
    expect(valuesIn(filter, 'label')).toEqual(['team:data', 'env'])
    expect(valuesIn(filter, 'label', true)).toEqual(['x:y'])
    expect(valuesIn(filter, 'duration')).toEqual(['>=90s'])
    expect(runFilterSearch(filter)).toBe(
      'status=failed&-status=queued&like=a*&q=orders%20-test&pipeline=a&pipeline=b,c&label=team:data&label=env&-label=x:y&mine=true&duration=%3E%3D90s&time=finished',
    )
  })

  it('takes a whole query as its words: a browser without scripts sends one', () => {
    const { filter, ignored } = read('q=status:failed+tenant:acme+orders&limit=25')
    expect(ignored).toEqual([])
    expect(runFilterSearch(filter)).toBe('status=failed&q=orders&tenant=acme&limit=25')
  })

  it('gives a field other values without touching the others', () => {
    const filter = read('status=failed&label=a:1&-label=b&name=x').filter
    const other = withValues(withValues(filter, 'label', ['c:2', 'd']), 'status', ['running', 'failed'])
    expect(runFilterSearch(other)).toBe('status=running,failed&name=x&label=c:2&label=d&-label=b')
    expect(runFilterSearch(withValues(other, 'label', [], true))).toBe('status=running,failed&name=x&label=c:2&label=d')
    expect(withValues(olderPage(filter, 'c'), 'name', []).trail).toEqual([])
  })

  it('keeps what is asked for in one order, each once, as many as there is room for', () => {
    const term = (value: string) => ({ key: 'label' as const, value, isNot: false })
    const many = Array.from({ length: 500 }, (_, n) => term(`k${n}`))
    expect(termsOf(filterOf([term('a'), term('a'), { key: 'status', value: 'failed', isNot: false }]))).toEqual([
      { key: 'status', value: 'failed', isNot: false },
      term('a'),
    ])
    expect(filterOf(many).more.length).toBeLessThanOrEqual(60)
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
    expect([...runListParams(filter, now)]).toEqual([
      ['status', 'queued,running'],
      ['since', '2026-11-29T12:00:00Z'],
      ['limit', '50'],
      ['cursor', 'c2'],
    ])
    expect(momentOf('99999w', now)).toBe('1970-01-01T00:00:00Z')
    expect(spanWords('1h')).toBe('1 hour')
    expect(spanWords('7d')).toBe('7 days')
    expect(spanWords('2026-11-30T12:07:04Z')).toBeNull()
  })

  it('knows when nothing is left out', () => {
    expect(isFiltered(EVERY_RUN)).toBe(false)
    expect(isFiltered({ ...EVERY_RUN, trail: ['c1'], limit: 100 })).toBe(false)
    expect(isFiltered({ ...EVERY_RUN, tenant: 'acme' })).toBe(true)
    expect(isFiltered(read('-status=failed').filter)).toBe(true)
  })
})
