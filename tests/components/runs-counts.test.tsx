import { afterEach, describe, expect, it } from 'vitest'
import { turnBells } from '@/lib/client/bells'
import { runHistogramQuery, runTotalsQuery, runValuesQuery } from '@/lib/client/run-facets'
import { parseRunFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'

const at = (search: string) => parseRunFilter(searchOf(new URLSearchParams(search))).filter
afterEach(() => turnBells(true))

describe('what is counted beside a list', () => {
  it('is one answer for every status, page and size of it', () => {
    const keys = ['q=a', 'q=a&status=failed', 'q=a&cursor=c', 'q=a&limit=25'].map((one) =>
      JSON.stringify(runTotalsQuery(at(one)).queryKey),
    )
    expect(new Set(keys).size).toBe(1)
    expect(runTotalsQuery(at('q=b')).queryKey).not.toEqual(runTotalsQuery(at('q=a')).queryKey)
  })

  it('of a field knows nothing of what is chosen in it', () => {
    const of = (search: string) => runValuesQuery(at(search), 'by').queryKey
    expect(of('status=failed&by=ann&mine=true')).toEqual(of('status=failed'))
    expect(of('status=failed')).not.toEqual(of('status=running'))
  })

  it('is counted again by the clock, unless somebody wants the page still', () => {
    const intervals = () => [
      runTotalsQuery(at('')).refetchInterval(),
      runHistogramQuery(at(''), 'UTC').refetchInterval(),
    ]
    expect(intervals()).toEqual([15_000, 15_000])
    turnBells(false)
    expect(intervals()).toEqual([false, false])
  })
})
