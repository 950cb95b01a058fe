import { z } from 'zod'
import { type Json, type JsonObject, writeJson } from '@/lib/contract/json'

/** A member that may be left out or null, as engines read most of theirs. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/** Without the members that were left out. */
export function present<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> }
}

/** The same as JSON. */
export function jsonMembers(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const json: JsonObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) json[name] = value
  return json
}

/** One of a closed list, spelled exactly. */
export const choice = <const W extends string>(...words: W[]) => z.enum(words)

export type Shaped<T> = { ok: true; data: T } | { ok: false; complaint: string }

/** Reads a value that an engine would read itself; the first complaint is worded as its own are, where it has such words. */
export function readShape<S extends z.ZodType>(schema: S, value: unknown): Shaped<z.output<S>> {
  const read = schema.safeParse(value, { reportInput: true })
  return read.success ? { ok: true, data: read.data } : { ok: false, complaint: complaintOf(read.error) }
}

function complaintOf(error: z.core.$ZodError): string {
  const issue = furthest(error.issues[0])
  if (issue === undefined) return 'wrong shape'
  const name = issue.path.at(-1)
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'unrecognized_keys') return `unknown field \`${issue.keys[0]}\``
  if (issue.input === undefined && typeof name === 'string') return `missing field \`${name}\``
  if (issue.code === 'invalid_value' && typeof issue.input === 'string') {
    return `unknown variant \`${issue.input}\`, expected ${alternatives(issue.values.map(String))}`
  }
  if (issue.code === 'invalid_type')
    return `invalid type: ${seen(issue.input)}, expected ${EXPECTED[issue.expected] ?? issue.expected}`
  const path = issue.path.map(String).join('.')
  return path === '' ? issue.message : `${path}: ${issue.message}`
}

/** Of alternatives, what the one complains about that came furthest. */
function furthest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union' || !('errors' in issue)) return issue
  const [longest] = issue.errors
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .sort((a, b) => b.path.length - a.path.length)
  return longest === undefined ? issue : { ...longest, path: [...issue.path, ...longest.path] }
}

function alternatives(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``)
  if (quoted.length > 2) return `one of ${quoted.join(', ')}`
  return quoted.join(' or ')
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  array: 'a sequence',
  object: 'a map',
  record: 'a map',
}

/** A value as a decoder of engines names it. */
export function seen(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `string ${writeJson(value)}`
  if (typeof value === 'boolean') return `boolean \`${value}\``
  if (Array.isArray(value)) return 'sequence'
  const text = String(value)
  if (/^-?\d+$/.test(text)) return `integer \`${text}\``
  return /^-?\d/.test(text) ? `floating point \`${text}\`` : 'map'
}
