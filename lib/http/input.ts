import 'server-only'
import type { z } from 'zod'
import { hasLoneSurrogate, isJsonObject, type Json, type JsonObject, parseJson } from '@/lib/contract/json'
import { isTimestamp, type Seq, type Timestamp, U64_MAX } from '@/lib/contract/records/primitives'
import { readLabels } from '@/lib/derive/label-filter'
import { AppError } from '@/lib/services/kit/app-error'
import { bodyText } from './body'
import { PlainError } from './envelope'
import type { Asking } from './exchange'
import type { Session } from './session'

/** What a route may read of a request, after its caller was let in. */
export interface Incoming {
  request: Asking
  search: URLSearchParams
  /** Segments of the path by their names here: `runId` is `run_id`. */
  path: Readonly<Record<string, string>>
  /** Set when a cookie spoke for the caller. */
  session: Session | null
}
/** Reads the input of a verb, and says of itself what it reads: the API's description is made of it. */
export interface Reader {
  (incoming: Incoming): object | Promise<object>
  /** Query parameters by name, as JSON Schema. */
  params?: Readonly<Record<string, object>>
  body?: BodyKind
}
export interface BodyKind {
  /** Null: any JSON object, or any text. */
  schema: z.ZodType | null
  type: 'application/json' | '*/*'
  required: boolean
}

/** Reads one parameter; what it cannot read it refuses. */
export interface Field {
  (text: string, name: string): unknown
  /** What it takes, as JSON Schema. */
  takes: object
}
export const field = (takes: object, read: (text: string, name: string) => unknown): Field =>
  Object.assign(read, { takes })

/** Query parameters by name; unknown ones are ignored, a known one given twice is refused. */
export function query(fields: Readonly<Record<string, Field>>): QueryReader {
  const known = Object.entries(fields)
  const read = ({ search }: Incoming): object => {
    const input: Record<string, unknown> = {}
    if (search.size === 0) return input
    for (const [name, field] of known) {
      const values = search.getAll(name)
      if (values.length > 1) throw refuseQuery(name, 'given twice')
      const [text] = values
      if (text !== undefined) input[name] = field(text, name)
    }
    return input
  }
  return Object.assign(read, { params: paramsOf(fields) })
}

/** Of query parameters alone, so that readers can be put together. */
export type QueryReader = ((incoming: Incoming) => object) & { params: Readonly<Record<string, object>> }

const paramsOf = (fields: Readonly<Record<string, Field>>): Record<string, object> =>
  Object.fromEntries(Object.entries(fields).map(([name, { takes }]) => [name, takes]))

/** Several readers of query parameters as one. */
export const together = (...readers: readonly QueryReader[]): QueryReader =>
  Object.assign((incoming: Incoming) => Object.assign({}, ...readers.map((read) => read(incoming))), {
    params: Object.assign({}, ...readers.map(({ params }) => params)),
  })

/** The same where a name that is not known is refused, as engines do on their newer routes. */
export const onlyQuery = (
  fields: Readonly<Record<string, Field>>,
  refuse: (name: string) => Error = refuseUnknown,
): QueryReader => only(query(fields), refuse)

export const only = (read: QueryReader, refuse: (name: string) => Error): QueryReader =>
  Object.assign(
    (incoming: Incoming) => {
      for (const name of incoming.search.keys()) if (!Object.hasOwn(read.params, name)) throw refuse(name)
      return read(incoming)
    },
    { params: read.params },
  )

const refuseUnknown = (name: string): Error => refuseQuery(name, 'unknown field')

export const refuseQuery = (name: string, why: string) => new PlainError(400, `query string: ${name}: ${why}`)

export const text: Field = field({ type: 'string' }, (value) => value)

/** Digits of an unsigned number of 64 bits. */
function digits(value: string, name: string): bigint {
  if (!/^\+?\d+$/.test(value)) throw refuseQuery(name, value === '' ? 'no number given' : 'not a whole number')
  const number = BigInt(value.replace('+', ''))
  if (number > U64_MAX) throw refuseQuery(name, 'the number is too large')
  return number
}

/** A whole number; what is beyond exact numbers is large enough to be clamped anyway. */
export const whole: Field = field({ type: 'integer', minimum: 0 }, (value, name) => {
  const number = digits(value, name)
  return number > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(number)
})

export const sequence: Field = field(
  { type: 'integer', minimum: 0 },
  (value, name) => String(digits(value, name)) as Seq,
)

export const flag: Field = field({ type: 'boolean' }, (value, name) => {
  if (value !== 'true' && value !== 'false') throw refuseQuery(name, 'neither true nor false')
  return value === 'true'
})

/** The same on routes whose query errors are the envelope. */
export const envelopedFlag: Field = field({ type: 'boolean' }, (value, name) => {
  if (value !== 'true' && value !== 'false') {
    throw new AppError(
      'bad_config',
      `Failed to deserialize query string: ${name}: provided string was not \`true\` or \`false\``,
    )
  }
  return value === 'true'
})

/** Label filters: `label` as often as wanted, `labels` with several of them. */
export const labels: QueryReader = Object.assign(
  ({ search }: Incoming) => {
    const read = readLabels(search.getAll('label'), search.getAll('labels'))
    if (!read.ok) throw new AppError('bad_config', read.message)
    return { labels: read.clauses }
  },
  { params: { label: { type: 'array', items: { type: 'string' } }, labels: { type: 'string' } } },
)

/** RFC 3339; a blank stands for the `+` of an offset that was not escaped. */
export const instant: Field = field({ type: 'string', format: 'date-time' }, (value, name) => {
  const at = readInstant(value.replaceAll(' ', '+'))
  if (at === null) throw refuseQuery(name, 'not an RFC 3339 timestamp')
  return at
})

/** The same where a handler reads the time itself and answers with the envelope, in the engine's words. */
export const enveloped: Field = field({ type: 'string', format: 'date-time' }, (value, name) => {
  const at = readInstant(value.replaceAll(' ', '+'))
  if (at !== null) return at
  const why = value.length < SHORTEST_INSTANT ? 'premature end of input' : 'input contains invalid characters'
  throw new AppError('bad_config', `invalid \`${name}\` timestamp: ${why}`)
})
const SHORTEST_INSTANT = '2026-11-30T12:00:00Z'.length

/** An instant or a day, which begins at midnight UTC; a blank is a blank here. */
export const dayOrInstant: Field = field(
  { type: 'string', description: 'an RFC 3339 instant, or a day' },
  (value, name) => {
    const at = readInstant(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value)
    if (at !== null) return at
    throw new AppError('bad_config', `${name}: \`${value}\` is not an RFC 3339 timestamp or a YYYY-MM-DD date`)
  },
)

/** One of a closed list of words. */
export const oneOf = (words: readonly string[]): Field =>
  field({ type: 'string', enum: words }, (value, name) => {
    if (!words.includes(value)) throw refuseQuery(name, `not one of ${words.join(', ')}`)
    return value
  })

/** An RFC 3339 instant in any of its spellings, as we keep it: `T`, `Z` or `±hh:mm`, at most 9 fraction digits. */
export function readInstant(value: string): Timestamp | null {
  const [, day, time, fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.exec(value) ?? []
  const at = `${day}T${time}${fraction.slice(0, 10)}${zone.toUpperCase()}`
  // Date.parse takes 30 February for 2 March.
  if (!isTimestamp(at) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return null
  const year = new Date(at).getUTCFullYear()
  return year >= 0 && year <= 9999 ? at : null
}

/** A reader that says what body it takes. */
export function withBody(read: (incoming: Incoming) => Promise<object>, body: BodyKind): Reader {
  return Object.assign(read, { body })
}

/** A JSON body as it was sent, and what it says. */
export interface Read {
  text: string
  value: Json
}

/**
 * A JSON object with the text it was read from, refused as the framework of engines does: wrong type 415, malformed 400,
 * wrong shape 422, all in plain text.
 */
export async function jsonText({ request }: Incoming): Promise<{ text: string; value: JsonObject }> {
  if (!isJsonType(request.headers.get('content-type'))) {
    throw new PlainError(415, 'request body: the content type is not application/json')
  }
  const text = await bodyText(request)
  return { text, value: objectOf(text) }
}

/** The same for a body that may be left out, together with its content type. */
export const optionalJsonText = async (incoming: Incoming): Promise<{ text: string; value: JsonObject } | null> =>
  incoming.request.headers.get('content-type') === null ? null : jsonText(incoming)

const isJsonType = (type: string | null): boolean =>
  type !== null && /^application\/(?:[^\s;/]+\+)?json\s*(?:;|$)/i.test(type.trim())

/** The object that a JSON text is. */
export function objectOf(body: string): JsonObject {
  let value: Json
  try {
    value = parseJson(body)
  } catch {
    if (isNativeJson(body)) throw new PlainError(422, 'request body: a member is named twice')
    throw new PlainError(400, 'request body: not JSON')
  }
  if (hasLoneSurrogate(body)) throw new PlainError(400, 'request body: half of a surrogate pair')
  if (!isJsonObject(value)) throw new PlainError(422, 'request body: not an object')
  return value
}

function isNativeJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
