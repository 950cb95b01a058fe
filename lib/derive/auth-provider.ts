import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject, writeJson } from '@/lib/contract/json'
import { Count, Labels, Opaque } from '@/lib/contract/records/primitives'
import { choice, maybe, readShape } from './request-shape'

type Check = (config: JsonObject) => string | null

/**
 * Why an engine could not build this provider of credentials, in its words; null: it could (governance.md 3.4). Nothing is
 * called and no file is read. Whether an engine was built with the last two types only it knows.
 */
export function providerError(provider: Json): string | null {
  const type = providerType(provider)
  if (type === null) return 'provider: missing `type`'
  const check = Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined
  if (check === undefined) {
    return refused(`auth provider: unknown type \`${type}\` (expected one of: ${Object.keys(CHECKS).join(', ')})`)
  }
  const config = isJsonObject(provider) ? (provider['config'] ?? null) : null
  const reason = check(isJsonObject(config) ? config : {})
  return reason === null ? null : refused(reason)
}

export function providerType(provider: Json): string | null {
  const type = isJsonObject(provider) ? provider['type'] : undefined
  return typeof type === 'string' ? type : null
}

const refused = (reason: string): string => `provider: Config error: ${reason}`

const CHECKS: Readonly<Record<string, Check>> = {
  flow: flowError,
  static: (config) =>
    ALONE.some((fields) => fields.every((field) => typeof config[field] === 'string'))
      ? null
      : 'static auth provider: config must contain `token`, `header`+`value`, or `username`+`password`',
  oauth2: (config) => missing('oauth2', config, ['token_url', 'client_id', 'client_secret']) ?? ratioError(config),
  oauth2_refresh: (config) =>
    missing('oauth2', config, ['refresh_token', 'token_url', 'client_id', 'client_secret']) ?? ratioError(config),
  token_endpoint: tokenEndpointError,
  google_service_account: googleError,
  oauth1: oauth1Error,
}

const ALONE = [['token'], ['header', 'value'], ['username', 'password']]

function missing(kind: string, config: JsonObject, fields: readonly string[]): string | null {
  const absent = fields.find((field) => typeof config[field] !== 'string')
  return absent === undefined ? null : `${kind} auth provider: missing \`${absent}\``
}

function ratioError({ expiry_ratio: ratio = null }: JsonObject): string | null {
  if (ratio === null) return null
  const number = typeof ratio === 'string' || typeof ratio === 'boolean' ? Number.NaN : Number(String(ratio))
  if (Number.isNaN(number)) return `auth provider: \`expiry_ratio\` must be a number in (0, 1], got ${writeJson(ratio)}`
  if (number > 0 && number <= 1) return null
  return `auth provider: \`expiry_ratio\` must be a finite number in (0, 1], got ${number}`
}

function tokenEndpointError(config: JsonObject): string | null {
  const absent = missing('token_endpoint', config, ['url', 'token_path'])
  if (absent !== null) return absent
  const { encoding, apply_as: applyAs = null } = config
  if (typeof encoding === 'string' && encoding !== 'json' && encoding !== 'form') {
    return `token_endpoint: invalid \`encoding\` ${writeJson(encoding)} (expected "json" or "form")`
  }
  const header = isJsonObject(applyAs) ? applyAs['header'] : undefined
  if (applyAs !== null && (typeof header !== 'string' || header === '')) {
    return 'token_endpoint: `apply_as` requires a non-empty `header`'
  }
  return ratioError(config)
}

function oauth1Error(config: JsonObject): string | null {
  const method = config['signature_method']
  if (typeof method === 'string' && method.toUpperCase() !== 'HMAC-SHA256') {
    return `oauth1: unsupported signature_method ${writeJson(method)} (only HMAC-SHA256 is supported)`
  }
  const absent = ['consumer_key', 'consumer_secret', 'token', 'token_secret'].find(
    (field) => typeof config[field] !== 'string' || config[field] === '',
  )
  return absent === undefined ? null : `oauth1 auth provider: missing \`${absent}\``
}

function googleError(config: JsonObject): string | null {
  const reason = googleKeyError(config)
  if (reason !== null) return `google_service_account auth provider: ${reason}`
  const { scopes } = config
  if (!Array.isArray(scopes) || !scopes.some((scope) => typeof scope === 'string')) {
    return 'google_service_account auth provider: `scopes` must list at least one OAuth scope'
  }
  return ratioError(config)
}

function googleKeyError({ key_json: json, key_file: file }: JsonObject): string | null {
  if (json !== undefined && file !== undefined) return 'set exactly one of `key_json` or `key_file`, not both'
  if (file !== undefined) return typeof file === 'string' ? null : '`key_file` must be a path string'
  if (json === undefined || json === null) return 'one of `key_json` or `key_file` is required'
  const key = typeof json === 'string' ? parsed(json) : json
  if (typeof json !== 'string' && !isJsonObject(json)) return '`key_json` must be a string or an object'
  const isKey = isJsonObject(key) && typeof key['client_email'] === 'string' && typeof key['private_key'] === 'string'
  return isKey ? null : 'the key is not a service-account key JSON (needs `client_email` and `private_key`)'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const SignInto = z.strictObject({ header: z.string(), format: maybe(z.string()) })
const Sign = z.strictObject({
  alg: choice('hmac_sha256'),
  key: z.string(),
  template: z.string(),
  encoding: choice('hex', 'base64').default('hex'),
  into: SignInto,
})
const Capture = z.union([
  z.string(),
  z.strictObject({
    from: choice('json', 'xml', 'header', 'set_cookie'),
    name: maybe(z.string()),
    path: maybe(z.string()),
  }),
])
const FlowRequest = z.strictObject({
  method: z.string().default('GET'),
  url: z.string(),
  headers: Labels.default({}),
  query: Labels.default({}),
  form: maybe(Labels),
  json: maybe(Opaque),
  sign: maybe(Sign),
})
const Flow = z.strictObject({
  steps: z
    .array(z.strictObject({ request: FlowRequest, capture: z.record(z.string(), Capture).default({}) }))
    .default([]),
  apply: z
    .array(
      z.union([
        z.strictObject({ into: choice('header', 'query', 'cookie', 'body'), name: z.string(), value: z.string() }),
        z.strictObject({ sign: Sign }),
      ]),
    )
    .default([]),
  base_url_from: maybe(z.string()),
  ttl_secs: maybe(Count),
  reauth_on: z.array(z.int().min(0).max(65_535)).default([]),
})

function flowError(config: JsonObject): string | null {
  const read = readShape(Flow, config)
  if (!read.ok) return `flow auth: invalid config: ${read.complaint}`
  const { steps, apply } = read.data
  if (steps.length + apply.length === 0) return 'flow auth: at least one of `steps` or `apply` is required'
  for (const [at, { request, capture }] of steps.entries()) {
    const reason = stepError(request, capture)
    if (reason !== null) return `flow auth: step ${at} ${reason}`
  }
  for (const [at, entry] of apply.entries()) {
    if ('name' in entry && entry.name.trim() === '') return `flow auth: apply[${at}] has an empty \`name\``
    if ('sign' in entry && entry.sign.into.header.trim() === '') {
      return `flow auth: apply[${at}].sign.into.header must not be empty`
    }
  }
  return null
}

function stepError(
  { url, form, json, sign }: z.output<typeof FlowRequest>,
  captures: Readonly<Record<string, z.output<typeof Capture>>>,
): string | null {
  if (url.trim() === '') return 'has an empty `url`'
  if (form !== undefined && json !== undefined) return 'sets both `form` and `json`; pick one'
  if (sign !== undefined && sign.into.header.trim() === '') return 'sign.into.header must not be empty'
  for (const [name, capture] of Object.entries(captures)) {
    const reason = captureError(capture)
    if (reason !== null) return `capture '${name}': ${reason}`
  }
  return null
}

function captureError(capture: z.output<typeof Capture>): string | null {
  if (typeof capture === 'string') return capture.trim() === '' ? 'empty JSONPath' : null
  const inBody = capture.from === 'json' || capture.from === 'xml'
  const where = inBody ? capture.path : capture.name
  if (where !== undefined && where.trim() !== '') return null
  return inBody
    ? '`from: json|xml` requires a non-empty `path`'
    : '`from: header|set_cookie` requires a non-empty `name`'
}
