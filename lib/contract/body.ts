import { z } from 'zod'
import { HistoryError } from './errors'
import {
  endOfString,
  hasHugeNumber,
  hasLoneSurrogate,
  isJsonObject,
  isTooDeep,
  type JsonObject,
  parseJson,
  writeJson,
} from './json'

/** Body text that passed the gate: every engine that shares this store can decode it. */
export type BodyText = string & { readonly __body: true }

type RecordSchema = z.ZodType<unknown, unknown>

/**
 * The only way from a record to a body column. Throws `refused` for what an engine could not decode: a wrong shape,
 * a word it does not know, U+0000, more than 127 levels, a number no float can hold. Members keep the order they have
 * in the record.
 */
export function bodyText<S extends RecordSchema>(schema: S, record: z.output<S>): BodyText {
  return sealText(writeJson(encode(schema, record)))
}

/**
 * The stored body with some members changed, spliced into its text: everything nobody touched keeps its bytes (`1.0`,
 * every digit, unknown members, order), a new member lands where the schema declares it, `undefined` removes one.
 * Throws `unreadable` when the stored text does not fit the schema, `refused` when the outcome would not.
 */
export function rewriteBody<S extends RecordSchema>(schema: S, text: string, change: Partial<z.output<S>>): BodyText {
  const decoded = decode(schema, readRaw(text))
  const encoded = encode(schema, { ...(decoded as object), ...dropUndefined(change) } as z.output<S>) as JsonObject
  const members = splitMembers(text)
  if (new Set(members.map((member) => member.name)).size < members.length)
    throw new HistoryError('unreadable', 'the stored body names a member twice')
  for (const [name, value] of Object.entries(change)) {
    const at = members.findIndex((member) => member.name === name)
    if (value === undefined) {
      if (at !== -1) members.splice(at, 1)
      continue
    }
    const printed = writeJson(encoded[name])
    const member = members[at]
    if (member) member.value = printed
    else members.splice(placeOf(schema, name, members), 0, { name, key: writeJson(name), value: printed })
  }
  return sealText(`{${members.map(({ key, value }) => `${key}:${value}`).join(',')}}`)
}

function readRaw(text: string): JsonObject {
  let raw: unknown
  try {
    raw = parseJson(text)
  } catch (cause) {
    throw new HistoryError('unreadable', 'the stored body is not JSON', { cause })
  }
  if (hasLoneSurrogate(text)) throw new HistoryError('unreadable', 'the stored body holds half of a surrogate pair')
  if (!isJsonObject(raw)) throw new HistoryError('unreadable', 'the stored body is not an object')
  return raw
}

function decode(schema: RecordSchema, raw: unknown): unknown {
  const read = schema.safeDecode(raw)
  if (!read.success) throw new HistoryError('unreadable', `the stored body does not fit: ${firstIssue(read.error)}`)
  return read.data
}

function encode(schema: RecordSchema, record: unknown): unknown {
  const written = schema.safeEncode(record)
  if (!written.success) throw new HistoryError('refused', `not written: ${firstIssue(written.error)}`)
  return written.data
}

function sealText(text: string): BodyText {
  // Postgres refuses U+0000 in text and later engines cast bodies to JSON, where the escape fails for everyone.
  if (hasNulEscape(text)) throw new HistoryError('refused', 'not written: the text holds U+0000')
  if (hasHugeNumber(text)) throw new HistoryError('refused', 'not written: a number is out of range')
  if (isTooDeep(text)) throw new HistoryError('refused', 'not written: nested more deeply than an engine can read')
  return text as BodyText
}

/** True when JSON text spells U+0000. An escaped backslash before `u0000` is ordinary text. */
const hasNulEscape = (text: string) =>
  text.includes('u0000') && (text.match(/\\\\|\\u0000/g) ?? []).some((hit) => hit === '\\u0000')

const dropUndefined = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export interface Member {
  name: string
  /** As spelled in the text, quotes included. */
  key: string
  value: string
}

/** The members of a JSON object text, each as its own bytes. The text is known to be one valid object. */
export function splitMembers(text: string): Member[] {
  const members: Member[] = []
  let depth = 0
  let from = text.indexOf('{') + 1
  let colon = -1
  for (let at = text.indexOf('{'); at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') depth++
    else if (char === ':' && depth === 1 && colon === -1) colon = at
    else if (char === '}' || char === ']' || (char === ',' && depth === 1)) {
      if (char !== ',') depth--
      if (depth > 1 || (depth === 1 && char !== ',')) continue
      if (colon !== -1) {
        const key = text.slice(from, colon).trim()
        members.push({ name: String(JSON.parse(key)), key, value: text.slice(colon + 1, at).trim() })
      }
      from = at + 1
      colon = -1
      if (depth === 0) break
    }
  }
  return members
}

/** Where a member that the text lacks belongs: before the first present one that the schema declares later. */
function placeOf(schema: RecordSchema, name: string, members: readonly Member[]): number {
  if (!(schema instanceof z.ZodObject)) return members.length
  const declared = Object.keys(schema.shape)
  const later = new Set(declared.slice(declared.indexOf(name) + 1))
  const at = members.findIndex((member) => later.has(member.name))
  return at === -1 ? members.length : at
}

/** The first complaint of a schema, as `member.path: what is wrong`. */
export function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'wrong shape'
  const path = issue.path.map(String).join('.')
  return path ? `${path}: ${issue.message}` : issue.message
}
