import { endOfString, writeJson, writeReal } from '@/lib/contract/json'

const NUMBER = /-?\d+\.\d+(?:[eE][+-]?\d+)?/g
const [ZERO, NINE] = [0x30, 0x39]
/** Timestamps and durations have nine digits behind the point: only longer fractions can be off. */
const EXACT_DIGITS = 9

/**
 * A JSON text as an engine says it that has read it: its reader takes the digits as one whole number and divides once, so
 * that `0.00015000000000000001`, which it wrote itself, comes back as `0.00015`. Clients are told the same by both.
 */
export function engineNumbers(text: string): string {
  if (!hasInexact(text)) return text
  let told = ''
  // Digits inside strings are passed over. Not by a pattern: one of many megabytes would be too much for it.
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from)
    const start = quote === -1 ? text.length : quote
    told += text.slice(from, start).replace(NUMBER, reread)
    from = endOfString(text, start) + 1
    told += text.slice(start, from)
  }
  return told
}

/** Is there anything that looks like a number which an engine reads as another one? Inside strings, too: a first look. */
function hasInexact(text: string): boolean {
  for (let dot = text.indexOf('.'); dot !== -1; dot = text.indexOf('.', dot + 1)) {
    if (!isDigit(text, dot + EXACT_DIGITS + 1)) continue
    let [from, to] = [dot, dot + 1]
    while (isDigit(text, from - 1)) from--
    while (isDigit(text, to)) to++
    if (to - dot <= EXACT_DIGITS + 1) continue
    const exponent = /^[eE][+-]?\d+/.exec(text.slice(to, to + 6))?.[0] ?? ''
    const token = text.slice(from, to) + exponent
    if (from < dot && reread(token) !== token) return true
  }
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= ZERO && code <= NINE
}

function reread(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)\.(\d+)(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const digits = BigInt(whole + fraction)
  const power = Number(exponent) - fraction.length
  // Beyond these its reader takes other ways; nobody writes such numbers.
  if (digits >= 1n << 64n || power < -308 || power > 0) return token
  const value = Number(digits) / Number(`1e${-power}`)
  return writeJson(writeReal(sign === '-' ? -value : value))
}
