import 'server-only'
import type { z } from 'zod'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { hasHugeNumber, hasLoneSurrogate, hasRepeatedMember, isTooDeep, writeJson } from '@/lib/contract/json'
import { remembered } from '@/lib/contract/read-memo'
import type { Stored } from '@/lib/contract/stored'
import { engineNumbers } from '@/lib/derive/engine-numbers'
import { applyMask, type Mask, touches } from '@/lib/derive/mask'

/** What leaves the server of a verb's outcome, for one viewer. */
export interface Answer {
  status: number
  /** Absent: no body, no content type. */
  text?: string
  /** application/json unless given. */
  type?: string
  headers?: Readonly<Record<string, string>>
  /** Instead of `text`: an event stream. */
  stream?: ReadableStream<Uint8Array>
}

type Members = Readonly<Record<string, unknown>>
type Schema = z.ZodType<unknown, unknown>

/** How rows of one kind are shown to one viewer. */
export interface View {
  mask: Mask
  /** What a body must be like for anybody to decode it. */
  schema: Schema
  /** Gets the text of what cannot be read. */
  seesRaw: boolean
  /** Characters of a row that there is room for; of a longer one only the columns are shown. */
  longest?: number
  /** Members of its own for each row, already printed, made of the whole body. */
  adds?: (body: Members) => Readonly<Record<string, string>>
  /** What was shown of rows before: a text that has not changed is not looked at again. */
  shown?: Shown
}

/** By row id, the text it had and what was shown of it. */
export interface Shown {
  idOf(row: Stored<unknown>): string | null | undefined
  texts: Map<string, { text: string; shown: string }>
  size: number
}
/** Characters kept per view: some thousand rows of usual length. */
const MOST_SHOWN = 8_000_000

export const remembering = (idOf: Shown['idOf']): Shown => ({ idOf, texts: new Map(), size: 0 })

export const json = (text: string, status = 200): Answer => ({ status, text })

/** It is done, and there is nothing more to say. */
export const NO_CONTENT: Answer = { status: 204 }

/** A view that hides nothing of its own. */
export const openView = (schema: Schema, mask: Mask = {}) => {
  const whole: View = { mask, schema, seesRaw: true }
  const masked: View = { mask, schema, seesRaw: false }
  return ({ principal }: { principal: Principal }): View => (seesStoredText(principal) ? whole : masked)
}

/** `{"<name>":[…],"next_cursor":…}` of stored texts. */
export function list(name: string, rows: readonly Stored<unknown>[], view: View, nextCursor?: string): string {
  const cursor = nextCursor === undefined ? '' : `,"next_cursor":${writeJson(nextCursor)}`
  return `{"${name}":${bareList(rows, view)}${cursor}}`
}

export const bareList = (rows: readonly Stored<unknown>[], view: View): string =>
  `[${rows.map((row) => item(row, view)).join(',')}]`

/** The stored text, masked. What cannot be read is its columns, in its place. */
export function item(row: Stored<unknown>, view: View): string {
  const id = view.shown?.idOf(row)
  const before = id && view.shown?.texts.get(id)
  // Comparing costs a fortieth of reading: a page that is asked for again is mostly the same rows.
  if (before && before.text === row.text) return before.shown
  if (view.adds === undefined && id === undefined)
    return itemOf(
      row,
      remembered(view, row.text, () => look(row, view)),
      view,
    )
  const read = readable(row, view.schema)
  if (typeof read === 'string') return stub(row, read, view)
  const kept = engineNumbers(touches(view.mask, read) ? applyMask(row.text, view.mask) : row.text)
  const shown = view.adds === undefined ? kept : extend(kept, view.adds(read))
  if (view.longest !== undefined && shown.length > view.longest) return stub(row, TOO_LONG, view)
  if (id && view.shown && row.text.length < MOST_SHOWN / 100) remember(view.shown, id, row.text, shown)
  return shown
}

/** What there is to show of a text, whichever row it is in; or why there is nothing. */
type Look = { shown: string; names: Members } | { reason: string }

function look(row: Stored<unknown>, { schema, mask }: View): Look {
  const read = decodable(row, schema)
  if (typeof read === 'string') return { reason: read }
  const names = Object.fromEntries(NAMES.map((name) => [name, typeof read[name] === 'string' ? read[name] : null]))
  return { shown: engineNumbers(touches(mask, read) ? applyMask(row.text, mask) : row.text), names }
}

function itemOf(row: Stored<unknown>, found: Look, view: View): string {
  if ('reason' in found) return stub(row, found.reason, view)
  if (namesAnother(row, found.names)) return stub(row, NAMES_ANOTHER, view)
  return view.longest !== undefined && found.shown.length > view.longest ? stub(row, TOO_LONG, view) : found.shown
}

const TOO_LONG = 'too long to show in a list'

function remember(memory: Shown, id: string, text: string, shown: string): void {
  forget(memory, id)
  memory.texts.set(id, { text, shown })
  memory.size += text.length + shown.length
  for (const oldest of memory.texts.keys()) {
    if (memory.size <= MOST_SHOWN) break
    forget(memory, oldest)
  }
}

function forget(memory: Shown, id: string): void {
  const known = memory.texts.get(id)
  if (known === undefined) return
  memory.texts.delete(id)
  memory.size -= known.text.length + known.shown.length
}

/** What names a row: somebody who copied one left the old name in its body, and links would lead to the other. */
const NAMES = ['id', 'run_id'] as const
const isOther = (column: unknown, member: unknown): boolean =>
  typeof column === 'string' && typeof member === 'string' && column !== member

const NAMES_ANOTHER = 'the body names another row'
const namesAnother = ({ columns }: Stored<unknown>, body: Members): boolean =>
  NAMES.some((name) => isOther(columns[name], body[name]))

/** The members of what every engine can decode; else why none can. */
function readable(row: Stored<unknown>, schema: Schema): Members | string {
  const body = readMembers(row.text)
  if (typeof body === 'string') return body
  return namesAnother(row, body) ? NAMES_ANOTHER : decoded(row, schema, body)
}

/** The same, whatever row the text is in. */
function decodable(row: Stored<unknown>, schema: Schema): Members | string {
  const body = readMembers(row.text)
  return typeof body === 'string' ? body : decoded(row, schema, body)
}

/** The members as the native parser sees them. */
function decoded(row: Stored<unknown>, schema: Schema, body: Members): Members | string {
  if (schema.safeDecode(body).success && !hasRepeatedMember(row.text, body)) return body
  // The native parser rounds, and takes the last of two members of one name: where that may matter, the exact one decides.
  const read = row.read()
  return read.ok ? body : read.reason
}

/** An object text with more members at its end, each already printed. */
export function extend(text: string, members: Readonly<Record<string, string>>): string {
  const open = text.slice(0, text.lastIndexOf('}')).trimEnd()
  const added = Object.entries(members).map(([name, printed]) => `"${name}":${printed}`)
  return `${open}${open.endsWith('{') ? '' : ','}${added.join(',')}}`
}

/**
 * Printed natively: for what holds only texts, switches and small whole numbers. Ten thousand rows are printed in the
 * time the exact printer takes for some hundred.
 */
export const printPlain = (value: unknown): string => JSON.stringify(value)

/** The members as the native parser sees them, good enough to look at and far cheaper; else why not. Never for writing. */
export function readMembers(text: string): Members | string {
  const body = parseNatively(text)
  if (body === undefined) return 'the body is not JSON'
  if (!isObject(body)) return 'the body is not an object'
  if (hasLoneSurrogate(text)) return 'the body holds half of a surrogate pair'
  if (isTooDeep(text)) return 'the body is nested more deeply than an engine can read'
  if (hasHugeNumber(text)) return 'the body holds a number that no float can hold'
  return body
}

function parseNatively(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is shown of a row that cannot be read: its columns, cut where there is little room. */
export function stub({ columns, text }: Stored<unknown>, reason: string, { mask, seesRaw, longest }: View): string {
  const known = longest === undefined ? columns : Object.fromEntries(Object.entries(columns).map(cutColumn))
  return writeJson({ ...known, unreadable: true, reason, ...(seesRaw && { text: rawText(text, mask) }) })
}
const cutColumn = ([name, value]: [string, string | null]) => [name, value?.slice(0, LONGEST_COLUMN) ?? null] as const
const LONGEST_COLUMN = 1_000

/** What is a secret in a record is one in what fails to be a record, as far as that has members. */
export const rawText = (text: string, mask: Mask): string =>
  isObject(parseNatively(text)) && !isTooDeep(text) ? applyMask(text, mask) : text
