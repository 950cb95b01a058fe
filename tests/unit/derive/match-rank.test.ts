import { expect, it } from 'vitest'
import { matchPieces, matchRank } from '@/lib/derive/match-rank'

it.each([
  ['orders', 'Orders', 0],
  ['orders daily', 'ord', 1],
  ['daily-orders', 'ord', 2],
  ['reorders, orders', 'ord', 2],
  ['reorders', 'ord', 3],
  ['étéord', 'ord', 3],
  ['customers', 'ord', null],
])('ranks %s for %s as %s', (text, part, rank) => {
  expect(matchRank(text, part)).toBe(rank)
})

const pieces = (text: string, part: string) =>
  matchPieces(text, part).map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))

it('takes a text apart at what was typed, and loses none of it', () => {
  expect(pieces('Orders and orders', 'ORD')).toEqual(['[Ord]', 'ers and ', '[ord]', 'ers'])
  expect(pieces('aaa', 'aa')).toEqual(['[aa]', 'a'])
  expect(pieces('<b>', 'b')).toEqual(['<', '[b]', '>'])
  expect(pieces('abc', '')).toEqual(['abc'])
  expect(pieces('', 'x')).toEqual([''])
  // Its small letter is two characters: places would be off.
  expect(pieces('İstanbul', 'stan')).toEqual(['İstanbul'])
})
