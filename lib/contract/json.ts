import { LosslessNumber, parse, stringify } from 'lossless-json'

/** Any JSON as this house holds it: numbers that a double would change stay exact (`bigint`, or their digits). */
export type Json = null | boolean | number | bigint | string | LosslessNumber | Json[] | JsonObject
export type JsonObject = { [member: string]: Json }

/** Reads JSON without losing a digit: `9007199254740993` becomes a bigint, `1.0` and `1e400` keep their spelling. Throws on anything that is not JSON. */
export const parseJson = (text: string): Json => parse(text, undefined, exact) as Json

/** Prints compact JSON, members in their own order. Half a surrogate pair becomes U+FFFD: engines refuse to read it. */
export function writeJson(value: unknown): string {
  const text = stringify(value) ?? 'null'
  return text.replace(/\\\\|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, (hit) => (hit === '\\\\' ? hit : '\\ufffd'))
}

/**
 * A number kept as its digits, whichever copy of its class made it. An object that was read may have any member, but not
 * another prototype.
 */
export const isExact = (value: unknown): value is LosslessNumber =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) !== Object.prototype &&
  'isLosslessNumber' in value &&
  value.isLosslessNumber === true

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value)

/** Does JSON text spell half of a surrogate pair? Such text is JSON to us and none to an engine. */
export function hasLoneSurrogate(text: string): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return false
  // Whole pairs and escaped backslashes are taken first; what is left over is half a pair.
  const hits =
    text.match(/\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g) ?? []
  return hits.some((hit) => hit.length === 6)
}

/** serde_json, which engines decode bodies with, gives up at the 128th level. */
const DEEPEST = 127

/** Is JSON text nested more deeply than an engine can decode? */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > DEEPEST) return true
    } else if (char === 0x7d || char === 0x5d) depth--
  }
  return false
}

/** Does an object in JSON text name a member twice? `value` is what the native parser, which keeps one, made of the text. */
export function hasRepeatedMember(text: string, value: unknown): boolean {
  let named = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char === 0x3a) named++
  }
  return named !== membersIn(value)
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Array.isArray(value) ? value : Object.values(value)
  return inside.reduce((sum: number, one) => sum + membersIn(one), Array.isArray(value) ? 0 : inside.length)
}

/** Does JSON text hold a number that no 64-bit float can hold? Engines refuse `1e400`. */
export function hasHugeNumber(text: string): boolean {
  // Only an exponent, or more than 308 digits, can get there.
  if (!/\d[eE]\+?\d{3}|\d{309}/.test(text)) return false
  const number = /\d[\d.eE+-]*/y
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char >= 0x30 && char <= 0x39) {
      number.lastIndex = at
      const [digits = ''] = number.exec(text) ?? []
      if (!Number.isFinite(Number(digits))) return true
      at += digits.length - 1
    }
  }
  return false
}

/** Where the string that starts at `start` ends: the place of its closing quote. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}

function exact(digits: string): number | bigint | LosslessNumber {
  const number = Number(digits)
  const isWhole = /^-?\d+$/.test(digits)
  // Some whole numbers beyond 2^53 happen to print as they were written; counters take them for what they are, all the same.
  if (String(number) === digits && (!isWhole || Number.isSafeInteger(number))) return number
  return isWhole && !/^-?0/.test(digits) ? BigInt(digits) : new LosslessNumber(digits)
}

/**
 * A 64-bit float as engines print it: a whole number keeps `.0`, the exponent starts at 1e16 and below 1e-5.
 * Source: the shape serde_json gives an f64. Infinite and NaN have none and become null.
 */
export function writeReal(value: number): LosslessNumber | null {
  if (!Number.isFinite(value)) return null
  if (value === 0) return new LosslessNumber(Object.is(value, -0) ? '-0.0' : '0.0')
  const [, sign = '', first = '', rest = '', exponent = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? []
  const digits = first + rest
  const point = Number(exponent) + 1
  let text: string
  if (digits.length <= point && point <= 16) text = `${digits.padEnd(point, '0')}.0`
  else if (point > 0 && point <= 16) text = `${digits.slice(0, point)}.${digits.slice(point)}`
  else if (point > -5 && point <= 0) text = `0.${'0'.repeat(-point)}${digits}`
  else text = `${first}${rest && `.${rest}`}e${Number(exponent)}`
  return new LosslessNumber(sign + text)
}
