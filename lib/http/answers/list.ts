import 'server-only'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { hasLoneSurrogate, writeJson } from '@/lib/contract/json'
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

/** How rows of one kind are shown to one viewer. */
export interface View {
  mask: Mask
  /** Has the body the members without which nobody can decode it? */
  fits(body: Members): boolean
  /** Gets the text of what cannot be read. */
  seesRaw: boolean
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

/** A view that hides nothing of its own: these members must be there, as text. */
export const openView = (required: readonly string[], mask: Mask = {}) => {
  const fits = (body: Members) => required.every((name) => typeof body[name] === 'string')
  const whole: View = { mask, fits, seesRaw: true }
  const masked: View = { mask, fits, seesRaw: false }
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
  if (view.shown === undefined || id === undefined || id === null) return look(row, view)
  const before = view.shown.texts.get(id)
  // Comparing costs a fortieth of reading: a page that is asked for again is mostly the same rows.
  if (before?.text === row.text) return before.shown
  const shown = look(row, view)
  if (row.text.length < MOST_SHOWN / 100) remember(view.shown, id, row.text, shown)
  return shown
}

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

function look(row: Stored<unknown>, view: View): string {
  const body = readMembers(row.text)
  if (typeof body === 'string') return stub(row, body, view)
  if (!view.fits(body)) return stub(row, 'the body does not fit', view)
  return engineNumbers(touches(view.mask, body) ? applyMask(row.text, view.mask) : row.text)
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
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'the body is not JSON'
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body is not an object'
  if (hasLoneSurrogate(text)) return 'the body holds half of a surrogate pair'
  return body as Members
}

const stub = ({ columns, text }: Stored<unknown>, reason: string, { seesRaw }: View): string =>
  writeJson({ ...columns, unreadable: true, reason, ...(seesRaw && { text }) })
