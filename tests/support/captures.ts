import { readFileSync } from 'node:fs'
import { LosslessNumber } from 'lossless-json'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { sharedData } from './shared-data'

/** One question that was put to a real engine, and what it said. */
export interface Exchange {
  n: number
  group: string
  principal: string | null
  token?: string
  method: string
  path: string
  request?: string | null
  request_headers?: Record<string, string | null>
  status: number
  content_type: string | null
  headers?: Record<string, string>
  /** Absent: the capture kept none. */
  body?: string
  volatile?: string[]
  audit_added?: Record<string, string | null>[]
}

interface Line extends Omit<Exchange, 'body'> {
  body_text?: string
  body_same_as?: number
}

/** The exchanges of a file in their order. Bodies hold U+2028: only a line feed ends a line. */
export function readCaptures(engine: string, name: string): Exchange[] {
  const bodies = new Map<number, string>()
  return readFileSync(sharedData(engine, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { body_text, body_same_as, ...exchange } = JSON.parse(line) as Line
      const body = body_same_as === undefined ? body_text : bodies.get(body_same_as)
      if (body !== undefined) bodies.set(exchange.n, body)
      return body === undefined ? exchange : { ...exchange, body }
    })
}

/** Who asks: role and tenant of the principals of the auth file, for what may be masked for them. */
export interface Viewer {
  token: string
  role: string
  tenant: string | null
}

/** The request as it was sent. */
export function requestOf(exchange: Exchange, viewers: ReadonlyMap<string, Viewer>): Request {
  const headers = new Headers({ host: '127.0.0.1:3000' })
  const token = exchange.token ?? viewers.get(exchange.principal ?? '')?.token
  if (token) headers.set('authorization', `Bearer ${token}`)
  for (const [name, value] of Object.entries(exchange.request_headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const body = exchange.request
  const isTyped = Object.keys(exchange.request_headers ?? {}).some((name) => name.toLowerCase() === 'content-type')
  if (body !== undefined && body !== null && !isTyped) headers.set('content-type', 'application/json')
  return new Request(`http://127.0.0.1:3000${exchange.path}`, {
    method: exchange.method,
    headers,
    // As bytes: a text would bring a content type of its own.
    ...(body !== undefined &&
      body !== null && { body: bytesOf(typeof body === 'string' ? body : JSON.stringify(body)) }),
  })
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'utf8'))

export interface Reply {
  status: number
  type: string | null
  allow: string | null
  body: string
}

/** Members that depend on the moment of the answer. */
const CLOCK = ['age_secs', 'elapsed_ms', 'generated_at']
const kindOf = (type: string | null) => type?.split(';')[0] ?? null

/** Why a reply is not what the engine said; null: it is, or differs only where it may (data's README). */
export function difference(exchange: Exchange, reply: Reply, viewer: Viewer | undefined): string | null {
  if (reply.status !== exchange.status)
    return `status ${reply.status}, engine ${exchange.status}: ${reply.body.slice(0, 200)}`
  const kind = kindOf(exchange.content_type)
  const allow = exchange.headers?.['allow'] ?? null
  if (reply.allow !== allow) return `allow ${reply.allow}, engine ${allow}`
  const isCompared = exchange.body !== undefined && exchange.method !== 'HEAD'
  if (exchange.body && kindOf(reply.type) !== kind) return `type ${reply.type}, engine ${exchange.content_type}`
  // The framework's own texts, and streams of an engine that ran none of these runs.
  if (!isCompared || kind === 'text/event-stream' || (kind === 'text/plain' && reply.status >= 400)) return null
  const want = exchange.body ?? ''
  if (reply.body === want) return null
  const drop = new Set([...CLOCK, ...(exchange.volatile ?? []).map((name) => name.split('.').at(-1) ?? name)])
  const [ours, theirs] = [normal(reply.body, drop), normal(want, drop)]
  if (ours === null || theirs === null)
    return `body\n    engine : ${want.slice(0, 240)}\n    console: ${reply.body.slice(0, 240)}`
  if (same(ours, theirs)) return null
  const isWhole = viewer === undefined || (viewer.role === 'admin' && viewer.tenant === null)
  const [mine, other] = [masked(ours, exchange.path, isWhole), masked(theirs, exchange.path, isWhole)]
  return same(mine, other) ? null : firstDifference(other, mine)
}

function normal(text: string, drop: ReadonlySet<string>): Json | null {
  const without = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(without)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !drop.has(name))
        .map(([name, member]) => [name, without(member)]),
    )
  }
  try {
    return without(parseJson(text))
  } catch {
    return null
  }
}

/** What a console may hide where 1.13.1 shows it, hidden on both sides. */
export function masked(value: Json, path: string, isWhole: boolean): Json {
  const stars = (it: Json): Json => {
    if (Array.isArray(it)) return it.map(stars)
    if (isJsonObject(it)) return Object.fromEntries(Object.entries(it).map(([name, member]) => [name, stars(member)]))
    return typeof it === 'string' ? '***' : it
  }
  const walk = (it: Json, parent: string): Json => {
    if (Array.isArray(it)) return it.map((item) => walk(item, parent))
    if (!isJsonObject(it)) return it
    const out: Record<string, Json> = {}
    for (const [name, member] of Object.entries(it)) {
      if (!isWhole && ['config_body', 'config_format', 'body_withheld'].includes(name)) continue
      if (!isWhole && path.startsWith('/v1/templates/') && name === 'body') continue
      if ((parent === 'callback' && name === 'headers') || (parent === 'channel' && name === 'config')) {
        out[name] = stars(member)
      } else if (parent === 'callback' && name === 'url' && typeof member === 'string') {
        out[name] = member.replace(/\/\/[^/@]*@/, '//')
      } else if (parent === 'payload' && name === 'config' && !isWhole) out[name] = '***'
      else out[name] = walk(member, name)
    }
    return out
  }
  return walk(value, '')
}

/** Equal JSON: numbers by their value, objects whatever the order of their members. */
function same(a: Json, b: Json): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => same(item, b[at] ?? null))
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false
    const names = Object.keys(a)
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && same(a[name] ?? null, b[name] ?? null))
    )
  }
  if (isNumber(a) && isNumber(b)) return decimal(a) === decimal(b)
  return a === b
}

const isNumber = (value: Json): value is number | bigint | LosslessNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber
/** `1.0` and `1` are one number; digits that a double would change stay apart. */
const decimal = (value: number | bigint | LosslessNumber): string => {
  const text = String(value)
  return /[.eE]/.test(text) ? String(Number(text)) : text
}

function firstDifference(theirs: Json, ours: Json, at = ''): string {
  if (isJsonObject(theirs) && isJsonObject(ours)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
      const [a, b] = [theirs[name], ours[name]]
      if (a === undefined) return `body: ${at}.${name} is ours alone: ${show(b)}`
      if (b === undefined) return `body: ${at}.${name} is missing, engine ${show(a)}`
      if (!same(a, b)) return firstDifference(a, b, `${at}.${name}`)
    }
  }
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length) return `body: ${at} has ${ours.length} items, engine ${theirs.length}`
    const index = theirs.findIndex((item, i) => !same(item, ours[i] ?? null))
    return firstDifference(theirs[index] ?? null, ours[index] ?? null, `${at}[${index}]`)
  }
  return `body: ${at} is ${show(ours)}, engine ${show(theirs)}`
}

const show = (value: Json | undefined): string => {
  const text =
    typeof value === 'object' && value !== null && !(value instanceof LosslessNumber)
      ? JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v))
      : String(value)
  return text.slice(0, 200)
}
