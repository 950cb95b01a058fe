import { RE2JS, RE2JSException } from 're2js'
import { placesOf, readText, wordsPattern } from '@/lib/derive/log-text'
import { AppError } from '../kit/app-error'
import { mandatoryText } from './internal-mandatory'

export interface Question {
  words: string
  isPattern: boolean
  isCaseSensitive: boolean
}

export interface Matcher {
  /** ASCII text that every hit holds, in any case, for the store to look for; null: there is none to be sure of. */
  holds: string | null
  /** Where the hits of a stored line begin and end in what is read of it; null: it holds none. */
  places(line: string): number[] | null
}

/** Places of one line, at most. */
const MOST_HITS = 20

/**
 * What a reader looks for. A pattern takes time that grows with the text and not more, whatever it is: anybody may send
 * one, and the process serves everybody.
 */
export function matcherOf({ words, isPattern, isCaseSensitive }: Question): Matcher {
  return isPattern ? patternMatcher(words, isCaseSensitive) : wordsMatcher(words, isCaseSensitive)
}

function wordsMatcher(words: string, isCaseSensitive: boolean): Matcher {
  const pattern = wordsPattern(words, isCaseSensitive)
  return {
    holds: longest(words.split(/[^\x20-\x7e]+/)),
    places(line) {
      const places = pattern === null ? [] : placesOf(readText(line), pattern)
      return places.length === 0 ? null : places
    },
  }
}

function patternMatcher(text: string, isCaseSensitive: boolean): Matcher {
  const pattern = compiled(text, isCaseSensitive)
  return {
    holds: mandatoryText(text),
    places(line) {
      const read = readText(line)
      if (!pattern.test(read)) return null
      const places: number[] = []
      const matcher = pattern.matcher(read)
      while (places.length < 2 * MOST_HITS && matcher.find()) places.push(matcher.start(), matcher.end())
      return places
    },
  }
}

function compiled(text: string, isCaseSensitive: boolean): RE2JS {
  try {
    return RE2JS.compile(text, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new AppError('bad_config', `the regular expression cannot be read: ${error.message}`)
  }
}

const longest = (texts: readonly string[]): string | null =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '') || null
