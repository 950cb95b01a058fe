import { isJsonObject, type Json, type JsonObject, writeJson, writeReal } from '@/lib/contract/json'
import { PARAM_TYPES, type ParamSpec, type ParamType } from '@/lib/contract/records/templates'
import { resolveComputed } from './params-computed'

/** The parameters a config declares, by name (records.md 7.6). Messages are the engine's. */
export type Params = Readonly<Record<string, ParamSpec>>
export type Coerced = { ok: true; value: Json } | { ok: false; message: string }

/** Every declared parameter with its value; the names whose values must not be shown. */
export interface Bound {
  values: Record<string, Json>
  secrets: ReadonlySet<string>
}
export type Resolution = ({ ok: true } & Bound) | { ok: false; message: string }

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const PLACEHOLDER: Readonly<Record<string, Json>> = {
  string: '<param>',
  int: 0,
  float: writeReal(0),
  bool: false,
}
const I64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/** Why these declarations cannot stand, the first reason by name; null: they can. */
export function declarationError(params: Params): string | null {
  for (const [name, spec] of byName(params)) {
    const reason = NAME.test(name)
      ? specError(name, spec)
      : `invalid param name '${name}' — names must match ^[A-Za-z_][A-Za-z0-9_]*$`
    if (reason !== null) return `config error: ${reason}`
  }
  return null
}

/** A supplied value as its declared type: lenient about how it is written, strict about what it is. Never null. */
export function coerceParam(name: string, type: string, value: Json): Coerced {
  const coerced = Object.hasOwn(COERCE, type) ? (COERCE[type]?.(value) ?? null) : null
  if (coerced !== null) return { ok: true, value: coerced }
  return no(
    `param '${name}': expected ${EXPECTED[type] ?? `a ${type}, which only an engine can read`}, got ${writeJson(value)}`,
  )
}

/** Values for every declared parameter. `placeholders` stand in for missing ones: for checks that need no real value. */
export function resolveParams(
  params: Params,
  supplied: Readonly<Record<string, Json>>,
  mode: 'strict' | 'placeholders' = 'strict',
): Resolution {
  const declared = byName(params)
  const names = Object.keys(supplied).sort()
  const unknown = names.find((name) => !Object.hasOwn(params, name))
  if (unknown !== undefined) {
    const known = declared.map(([name]) => name).join(', ')
    return {
      ok: false,
      message: `unknown param '${unknown}'. Declared params: ${known || '(none — this config has no `params:` block)'}`,
    }
  }
  const values: Record<string, Json> = {}
  for (const [name, spec] of declared) {
    if (spec.computed === undefined) continue
    if (!Object.hasOwn(supplied, name)) continue
    return no(`param '${name}' is \`computed\` and cannot be supplied a value — it is derived from other params`)
  }
  for (const [name, spec] of declared) {
    if (spec.computed !== undefined) continue
    const value = bindOne(name, spec, Object.hasOwn(supplied, name) ? supplied[name] : undefined, mode)
    if (!value.ok) return value
    values[name] = value.value
  }
  const computed = resolveComputed(
    declared.flatMap(([name, { computed: text }]) => (text === undefined ? [] : [{ name, text }])),
    values,
  )
  if (!computed.ok) return computed
  const secrets = new Set(declared.filter(([, { secret }]) => secret).map(([name]) => name))
  return { ok: true, values: computed.values, secrets }
}

/** As it may be shown. */
export const maskParams = ({ values, secrets }: Bound): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.has(name) ? '***' : value]))

function bindOne(name: string, spec: ParamSpec, supplied: Json | undefined, mode: 'strict' | 'placeholders'): Coerced {
  if (supplied === undefined) {
    // A default was written by the config's author: it is coerced, and may hold directives.
    if (spec.default !== undefined) return coerceParam(name, spec.type, spec.default)
    if (mode === 'placeholders') return { ok: true, value: PLACEHOLDER[spec.type] ?? null }
    const description = spec.description === undefined ? '' : ` (${spec.description})`
    return {
      ok: false,
      message: `missing required param '${name}'${description} — supply it with \`--param ${name}=<value>\` (or a \`"params"\` entry over HTTP)`,
    }
  }
  if (typeof supplied === 'string' && supplied.includes('${')) {
    return no(
      `param '${name}': value contains an interpolation directive (\`\${\`). Param values are literal data — put the ` +
        "directive in the config's `params:` default or in the config body instead",
    )
  }
  const coerced = coerceParam(name, spec.type, supplied)
  const allowed = spec.values ?? []
  if (!coerced.ok || allowed.length === 0 || allowed.some((each) => isSame(spec.type, each, coerced.value)))
    return coerced
  return no(
    `param '${name}': ${plainText(coerced.value)} is not one of the allowed values (${allowed.map(plainText).join(', ')})`,
  )
}

function specError(name: string, spec: ParamSpec): string | null {
  const { computed, required, secret, type } = spec
  const values = spec.values ?? []
  if (!(PARAM_TYPES as readonly string[]).includes(type)) return `param '${name}': no such type ${type}`
  if (computed !== undefined) {
    if (required) {
      return `param '${name}' is \`computed\` and cannot be \`required\` — a computed param is derived, never supplied`
    }
    if (spec.default !== undefined) {
      return `param '${name}' is \`computed\` and cannot have a \`default\` — its value is the computed expression`
    }
    if (secret) {
      return (
        `param '${name}' is \`computed\` and cannot be \`secret\` — a derived value is not a secret source; reference ` +
        'the secret directly where it is used'
      )
    }
  }
  if (required && spec.default !== undefined) {
    return `param '${name}' is both \`required: true\` and has a \`default\` — a param with a default is optional; drop one`
  }
  if (spec.default === null) return `param '${name}': \`default: null\` is not a value — omit \`default\` instead`
  if (spec.default !== undefined && !isLiteral(type, spec.default)) {
    return `param '${name}': default ${writeJson(spec.default)} is not a valid ${type} value`
  }
  if (values.length === 0) return null
  if (computed !== undefined) {
    return (
      `param '${name}' is \`computed\` and cannot also declare \`values\` — its value comes from the expression, not from ` +
      'a caller'
    )
  }
  const wrong = values.find((value) => !isLiteral(type, value))
  if (wrong !== undefined)
    return `param '${name}': value ${writeJson(wrong)} in \`values\` is not a valid ${type} value`
  const { default: fallback } = spec
  if (fallback !== undefined && !values.some((value) => isSame(type, value, fallback))) {
    return `param '${name}': default ${writeJson(fallback)} is not one of the declared \`values\``
  }
  return null
}

/** What an author may write down for that type. A list or an object is an engine's to judge. */
function isLiteral(type: ParamType | (string & Record<never, never>), value: Json): boolean {
  if (type === 'string') return typeof value === 'string' || typeof value === 'boolean' || isNumber(value)
  if (type === 'int') return isNumber(value) && intOf(value) !== null
  if (type === 'float') return isNumber(value)
  return type !== 'bool' || typeof value === 'boolean'
}

/** The same value once both are of that type. */
function isSame(type: string, a: Json, b: Json): boolean {
  const [left, right] = [coerceParam('_', type, a), coerceParam('_', type, b)]
  return left.ok && right.ok ? writeJson(left.value) === writeJson(right.value) : writeJson(a) === writeJson(b)
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  float: 'a number',
  bool: 'a boolean (true/false)',
}

const COERCE: Readonly<Record<string, (value: Json) => Json>> = {
  string: (value) =>
    typeof value === 'string' ? value : isNumber(value) || typeof value === 'boolean' ? numberText(value) : null,
  int: (value) => (isNumber(value) ? intOf(value) : typeof value === 'string' ? intOfText(value.trim()) : null),
  float: (value) =>
    isNumber(value) ? writeReal(Number(value)) : typeof value === 'string' ? floatOfText(value.trim()) : null,
  bool(value) {
    if (typeof value === 'boolean') return value
    const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
    if (['true', 'yes', '1'].includes(word)) return true
    return ['false', 'no', '0'].includes(word) ? false : null
  },
}

/** A number as this house holds it: plain, or exact where a double is not. */
type JsonNumber = Exclude<Json, null | boolean | string | Json[] | JsonObject>
const isNumber = (value: Json): value is JsonNumber =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonObject(value))

/** A number spelled as a whole one that fits 64 bits; `5.0` is none. */
function intOf(value: JsonNumber): number | bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return typeof value === 'bigint' && value >= I64.min && value <= I64.max ? narrow(value) : null
}

const intOfText = (text: string): number | bigint | null =>
  /^[+-]?\d+$/.test(text) ? intOf(narrow(BigInt(text.replace('+', '')))) : null

const floatOfText = (text: string): Json =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? writeReal(Number(text)) : null

const narrow = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/** A number or boolean as text, a fraction as engines print it. */
function numberText(value: JsonNumber | boolean): string {
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value)
  return writeJson(writeReal(Number(value)))
}

const plainText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value))

const byName = (params: Params): [string, ParamSpec][] => Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))

const no = (reason: string) => ({ ok: false as const, message: `config error: ${reason}` })
