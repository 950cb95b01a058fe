import type { z } from 'zod'
import { firstIssue } from './body'
import { HistoryError } from './errors'
import { hasHugeNumber, hasLoneSurrogate, hasRepeatedMember, isTooDeep, parseJson } from './json'

export type Read<T> = { ok: true; record: T } | { ok: false; reason: string }

/** A row as the backend holds it. Text costs nothing; the record is made when somebody asks. */
export interface Stored<T> {
  /** The other columns, as text: they name and place the row even when its body cannot be read. */
  readonly columns: Readonly<Record<string, string | null>>
  /** The body, byte for byte. */
  readonly text: string
  /** Parses on the first call and remembers. Never throws. */
  read(): Read<T>
}

/** Makes the row; nothing is parsed yet. */
export function stored<S extends z.ZodType<unknown, unknown>>(
  schema: S,
  columns: Readonly<Record<string, string | null>>,
  text: string,
): Stored<z.output<S>> {
  let read: Read<z.output<S>> | undefined
  return {
    columns,
    text,
    read() {
      read ??= readText(schema, text)
      return read
    },
  }
}

/** Reads a body as an engine would: not JSON, half a surrogate pair or a wrong shape give a reason, never an exception. */
export function readText<S extends z.ZodType<unknown, unknown>>(schema: S, text: string): Read<z.output<S>> {
  let raw: unknown
  try {
    raw = parseJson(text)
  } catch {
    return { ok: false, reason: whyNotRead(text) }
  }
  if (hasLoneSurrogate(text)) return { ok: false, reason: 'the body holds half of a surrogate pair' }
  if (isTooDeep(text)) return { ok: false, reason: TOO_DEEP }
  if (hasHugeNumber(text)) return { ok: false, reason: 'the body holds a number that no float can hold' }
  const read = schema.safeDecode(raw as z.input<S>)
  return read.success
    ? { ok: true, record: read.data }
    : { ok: false, reason: `the body does not fit: ${firstIssue(read.error)}` }
}

/** What the exact parser refuses is not always no JSON. */
function whyNotRead(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return 'the body is not JSON'
  }
  return isTooDeep(text) ? TOO_DEEP : 'the body names a member twice'
}
const TOO_DEEP = 'the body is nested more deeply than an engine can read'

/** The record, or `unreadable` for verbs that cannot go on without it. */
export function recordOf<T>(row: Stored<T>): T {
  const read = row.read()
  if (!read.ok) throw new HistoryError('unreadable', read.reason)
  return read.record
}

/** A number of so many digits that the native parser may round it. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/

/**
 * The same as `readText`, for what is looked at and never written again: the native parser reads megabytes in a tenth of
 * the time, and is taken wherever it loses no counter's digit. Numbers of no fixed shape arrive as plain ones.
 */
export function readForShow<S extends z.ZodType<unknown, unknown>>(schema: S, text: string): Read<z.output<S>> {
  if (LONG_NUMBER.test(text)) return readText(schema, text)
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return readText(schema, text)
  }
  // Why something cannot be read is said in one place.
  const isOdd = hasLoneSurrogate(text) || isTooDeep(text) || hasHugeNumber(text) || hasRepeatedMember(text, raw)
  if (isOdd) return readText(schema, text)
  const read = schema.safeDecode(raw as z.input<S>)
  return read.success ? { ok: true, record: read.data } : readText(schema, text)
}
