export interface Span {
  from: number
  to: number
}
export interface Piece {
  text: string
  /** Nothing in it means anything but itself. */
  isQuoted: boolean
}
export interface QueryValue extends Span {
  pieces: readonly Piece[]
  /** The quote that was opened here is never closed. */
  isOpen: boolean
}
/** A bare word (no key, one value), or `key:` with the values behind it. */
export interface QueryWord extends Span {
  isNot: boolean
  key: (Span & { text: string }) | null
  values: readonly QueryValue[]
}

const KEY = /[A-Za-z][A-Za-z_]*(?=:)/y
const BLANK = /\s/

/** Cuts a query at its blanks; of `key:` the values are cut at commas where `splits` says so. */
export function queryWords(text: string, splits: (key: string) => boolean): QueryWord[] {
  const words: QueryWord[] = []
  for (let at = 0; at < text.length; ) {
    if (BLANK.test(text[at] ?? '')) {
      at++
      continue
    }
    const from = at
    const isNot = text[at] === '-' && at + 1 < text.length && !BLANK.test(text[at + 1] ?? '')
    if (isNot) at++
    KEY.lastIndex = at
    const name = KEY.exec(text)?.[0]
    const key = name === undefined ? null : { text: name.toLowerCase(), from: at, to: at + name.length }
    if (key !== null) at = key.to + 1
    const values: QueryValue[] = []
    const cuts = key !== null && splits(key.text)
    for (;;) {
      const value = readValue(text, at, cuts)
      if (value.pieces.length > 0) values.push(value)
      at = value.to
      if (text[at] !== ',' || !cuts) break
      at++
    }
    words.push({ from, to: at, isNot, key, values })
  }
  return words
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/** Up to the next blank, or comma; in quotes, `\"` is a quote, `\\` a backslash, `\n`, `\r` and `\t` what they are everywhere. */
function readValue(text: string, from: number, cuts: boolean): QueryValue {
  const pieces: Piece[] = []
  let at = from
  const ends = (char: string) => char === '"' || BLANK.test(char) || (cuts && char === ',')
  while (at < text.length && !BLANK.test(text[at] ?? '') && !(cuts && text[at] === ',')) {
    if (text[at] !== '"') {
      const start = at
      while (at < text.length && !ends(text[at] ?? '')) at++
      pieces.push({ text: text.slice(start, at), isQuoted: false })
      continue
    }
    let quoted = ''
    for (at++; at < text.length && text[at] !== '"'; at++) {
      const next = text[at + 1]
      if (text[at] !== '\\' || next === undefined) quoted += text[at]
      else {
        quoted += ESCAPES[next] ?? next
        at++
      }
    }
    pieces.push({ text: quoted, isQuoted: true })
    if (at >= text.length) return { pieces, from, to: at, isOpen: true }
    at++
  }
  return { pieces, from, to: at, isOpen: false }
}

export const textOf = ({ pieces }: QueryValue): string => pieces.map((piece) => piece.text).join('')

const NEEDS_QUOTES = /[\s",]/

/** A value as a query holds it, in quotes only where it must be. */
export const quoted = (text: string, must = false): string =>
  must || text === '' || NEEDS_QUOTES.test(text)
    ? `"${text.replace(/["\\\n\r\t]/g, (char) => WRITTEN[char] ?? `\\${char}`)}"`
    : text
const WRITTEN: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
