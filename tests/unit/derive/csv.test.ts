import { describe, expect, it } from 'vitest'
import { csvLine } from '@/lib/derive/csv'

describe('a line of a CSV file', () => {
  it('is cells between commas, with the line end that spreadsheets expect', () => {
    expect(csvLine(['a', 'b c', 'd'])).toBe('a,b c,d\r\n')
  })

  it('keeps every digit of a count, and says nothing where nothing is known', () => {
    expect(csvLine([9007199254740993n, 0, null, ''])).toBe('9007199254740993,0,,\r\n')
  })

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "no"', '"say ""no"""'],
    ['a line end', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a blank at its end', 'a ', '"a "'],
    ['a blank at its beginning', ' a', '" a"'],
  ])('puts text with %s into quotes', (_, text, printed) => {
    expect(csvLine([text])).toBe(`${printed}\r\n`)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['=cmd|"/c calc"!A1', '"\'=cmd|""/c calc""!A1"'],
    ['＝1', "'＝1"],
  ])('takes from %j what makes it a formula', (text, printed) => {
    expect(csvLine([text])).toBe(`${printed}\r\n`)
  })

  it('leaves alone what only holds such a sign', () => {
    expect(csvLine(['a=b', 'x-y', 'me@example.com'])).toBe('a=b,x-y,me@example.com\r\n')
  })
})
