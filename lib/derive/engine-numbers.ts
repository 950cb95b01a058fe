import { writeJson, writeReal } from '@/lib/contract/json'

/** Strings first, so that digits inside them are passed over. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const DOT = 0x2e
const [ZERO, NINE] = [0x30, 0x39]
/** Timestamps and durations have nine digits behind the point: only longer fractions can be off. */
const EXACT_DIGITS = 10

/**
 * A JSON text as an engine says it that has read it: its reader takes the digits as one whole number and divides once, so
 * that `0.00015000000000000001`, which it wrote itself, comes back as `0.00015`. Clients are told the same by both.
 */
export function engineNumbers(text: string): string {
  if (!hasLongFraction(text)) return text
  return text.replace(TOKENS, (token) => (token.charCodeAt(0) === 0x22 || !token.includes('.') ? token : reread(token)))
}

function hasLongFraction(text: string): boolean {
  for (let at = text.indexOf('.'); at !== -1; at = text.indexOf('.', at + 1)) {
    const code = text.charCodeAt(at + EXACT_DIGITS)
    if (code >= ZERO && code <= NINE && isFraction(text, at)) return true
  }
  return false
}

function isFraction(text: string, dot: number): boolean {
  for (let at = dot + 1; at < dot + EXACT_DIGITS; at++) {
    const code = text.charCodeAt(at)
    if (code < ZERO || code > NINE || code === DOT) return false
  }
  return true
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
