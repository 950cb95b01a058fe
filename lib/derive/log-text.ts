import { withoutAnsi } from './ansi'

/** What every engine puts before a line's own text: its time and level, which have columns of their own. */
const HEAD = /^\d{4}-\d\d-\d\dT[\d:.]+Z [A-Z]+ /

/** The part of a stored line that is read as text: who wrote it, and what. Colours are still in it. */
export const ownText = (line: string): string => line.replace(HEAD, '')

/** The same as a reader sees it: what is searched, and what places of hits are counted in. */
export const readText = (line: string): string => withoutAnsi(ownText(line))

/** Hits of one line that are told, at most. */
const MOST_HITS = 20

/** Where words stand in a text: begin and end of each place, in one list. */
export function placesOf(text: string, words: RegExp): number[] {
  const places: number[] = []
  for (const hit of text.matchAll(words)) {
    places.push(hit.index, hit.index + hit[0].length)
    if (places.length >= 2 * MOST_HITS) break
  }
  return places
}

/** A pattern that is nothing but these words; none at all for no words. */
export function wordsPattern(words: string, isCaseSensitive: boolean): RegExp | null {
  if (words === '') return null
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu')
}
