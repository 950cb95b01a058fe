import { readFileSync } from 'node:fs'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { sealFormatOf } from '@/lib/contract/ports/vault'
import { sharedData } from './shared-data'
import type { Row } from './suite'

/** Rows by table, column → text. */
export type Rows = Readonly<Record<string, readonly Row[]>>

/** One request that was put to a real engine on a fresh store, what it said, and the rows that it changed. */
export interface Step {
  scenario: string
  step: number
  /** Which of the engines of its scenario was asked. */
  engine?: string
  principal: string | null
  token?: string
  /** Null: nobody asked anything; the rows that an engine changed by itself meanwhile. */
  method: string | null
  path: string
  request?: Json
  request_raw?: string
  request_raw_base64?: string
  request_headers?: Record<string, string | null>
  status: number
  content_type: string | null
  headers?: Record<string, string>
  body_text?: string
  /** Absent: nobody looked. */
  rows_before?: Rows
  rows_after?: Rows
  note?: string
  volatile: readonly string[]
}

export function readSteps(engine: string, name: string): Step[] {
  return readFileSync(sharedData(engine, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const step: Omit<Step, 'volatile'> & Partial<Step> = JSON.parse(line)
      return { ...step, volatile: step.volatile ?? [] }
    })
}

/** Whole and changed texts of a long body: the capture keeps its beginning and its length. */
export function rawBody({ request, request_raw: raw, request_raw_base64: bytes }: Step): string | Uint8Array | null {
  if (bytes !== undefined) return Buffer.from(bytes, 'base64')
  if (raw === undefined) return request === undefined || request === null ? null : JSON.stringify(request)
  const [, start = '', length] = /^(.*?)x*\.\.\. \((\d+) bytes in all\)$/s.exec(raw) ?? []
  if (length === undefined) return raw
  return `${start}${'x'.repeat(Number(length) - start.length - 2)}"}`
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g

/** What a text looks like with everything chance or a clock gave it taken out. */
function shapeOf(text: string): string {
  if (text.startsWith('RkNUMQ')) return `<sealed in format ${sealFormatOf(text)}, ${text.length} long>`
  return text
    .replace(UUID, '<uuid>')
    .replace(INSTANT, '<instant>')
    .replace(/\b[0-9a-f]{64}\b/g, '<hex64>')
    .replace(/(code_challenge=)[A-Za-z0-9_-]{43}/, '$1<challenge>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
}

/** Ids of the engine by those that ours gave to the same things. */
export class Names {
  readonly #ours: Map<string, string>

  constructor(known?: Names) {
    this.#ours = new Map(known === undefined ? [] : known.#ours)
  }

  /** False: the same thing has got another name here before. */
  agree(theirs: string, ours: string): boolean {
    const known = this.#ours.get(theirs)
    if (known === undefined) this.#ours.set(theirs, ours)
    return known === undefined || known === ours
  }

  /** A text of the capture as it must be said here. */
  translate(text: string): string {
    let out = text
    for (const [theirs, ours] of this.#ours) out = out.replaceAll(theirs, ours)
    return out
  }
}

const isName = (text: string): boolean => /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/.test(text)

/** What may differ: paths as the data's README spells them, from one root on. */
export type Loose = ReadonlySet<string>
export const looseUnder = (volatile: readonly string[], root: string): Loose =>
  new Set(volatile.flatMap((path) => (path.startsWith(root) ? [path.slice(root.length).replace(/^\./, '')] : [])))

/** Where two values first differ, as a sentence; null: nowhere. Members must stand in the same order where `ordered`. */
export function firstDifference(
  theirs: Json | undefined,
  ours: Json | undefined,
  { loose, names, ordered = false }: { loose: Loose; names: Names; ordered?: boolean },
  at = '',
): string | null {
  const go = (a: Json | undefined, b: Json | undefined, path: string) =>
    firstDifference(a, b, { loose, names, ordered }, path)
  if (theirs === undefined || ours === undefined) {
    if (theirs === ours) return null
    return ours === undefined ? `${at} is missing, engine ${show(theirs)}` : `${at} is ours alone: ${show(ours)}`
  }
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length) return `${at} has ${ours.length} items, engine ${theirs.length}`
    for (const [index, item] of theirs.entries()) {
      const difference = go(item, ours[index], `${at}[]`)
      if (difference !== null) return difference
    }
    return null
  }
  if (isJsonObject(theirs) && isJsonObject(ours)) {
    const [a, b] = [Object.keys(theirs), Object.keys(ours)]
    for (const name of new Set([...a, ...b])) {
      const difference = go(theirs[name], ours[name], at === '' ? name : `${at}.${name}`)
      if (difference !== null) return difference
    }
    return ordered && a.join() !== b.join() ? `${at} members are ${b.join()}, engine ${a.join()}` : null
  }
  if (typeof theirs === 'string' && typeof ours === 'string') return textDifference(theirs, ours, { loose, names }, at)
  return same(theirs, ours) || (loose.has(at) && typeof theirs === typeof ours) ? null : differs(at, theirs, ours)
}

function textDifference(theirs: string, ours: string, { loose, names }: { loose: Loose; names: Names }, at: string) {
  if (theirs === ours || names.translate(theirs) === ours) return null
  if (!loose.has(at) || shapeOf(theirs) !== shapeOf(ours)) return differs(at, theirs, ours)
  if (!isName(theirs) || names.agree(theirs, ours)) return null
  return `${at} is ${ours}, and was something else's before`
}

/** Numbers by their value: `1.0` is `1`. */
const same = (a: Json, b: Json): boolean =>
  a === b || (isNumber(a) && isNumber(b) && (String(a) === String(b) || Number(String(a)) === Number(String(b))))
const isNumber = (value: Json): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'object' && !isJsonObject(value) && value !== null)

const differs = (at: string, theirs: Json, ours: Json) => `${at} is ${show(ours)}, engine ${show(theirs)}`
const show = (value: Json | undefined): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner))?.slice(0, 300) ?? 'nothing'

/** A row as JSON, its body read. */
export const readRow = (row: Row): Json =>
  Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name, name === 'body' && text !== null ? parseJson(text) : text]),
  )
