import { describe, expect, it } from 'vitest'
import { bulkFilterSearch, parseBulkFilter, pathToBulk, pathToBulkExport, pathToBulkRuns } from '@/lib/url/bulk'

describe('the address of a receipt', () => {
  it('is read back as it was written', () => {
    const filter = { outcome: 'failed', trail: ['000199', '000399'] } as const
    expect(bulkFilterSearch(filter)).toBe('outcome=failed&after=000199&after=000399')
    expect(parseBulkFilter({ outcome: 'failed', after: ['000199', '000399'] })).toEqual(filter)
    expect(bulkFilterSearch(parseBulkFilter({}))).toBe('')
  })

  it('leaves out what it cannot use', () => {
    expect(parseBulkFilter({ outcome: 'odd', after: ['x', '12', '000001'] })).toEqual({
      outcome: null,
      trail: ['000001'],
    })
  })

  it('names the data behind it, from the last place on', () => {
    expect(pathToBulk('a/b', 'outcome=done')).toBe('/runs/bulk/a%2Fb?outcome=done')
    expect(pathToBulkRuns('x', { outcome: 'done', trail: ['000199', '000399'] })).toBe(
      '/console/bulk/x/runs?limit=200&outcome=done&after=000399',
    )
    expect(pathToBulkExport('x', null)).toBe('/console/bulk/x/runs/export')
    expect(pathToBulkExport('x', 'skipped')).toBe('/console/bulk/x/runs/export?outcome=skipped')
  })
})
