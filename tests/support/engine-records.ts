import { LosslessNumber } from 'lossless-json'
import { isJsonObject, type Json, type JsonObject, parseJson, writeJson } from '@/lib/contract/json'

/**
 * Bodies as an engine of 1.13 decodes and prints them, from the tables of records.md alone and without our schemas: a
 * second opinion on what we write. Decoding throws where an engine would give up; unknown members are dropped.
 */
type Check = (value: Json, where: string) => Json
type Member = readonly [name: string, check: Check, absent: 'required' | 'null' | 'omit' | { readonly is: Json }]

const fail = (where: string, what: string): never => {
  throw new Error(`an engine gives up at ${where}: ${what}`)
}
const text: Check = (value, where) => (typeof value === 'string' ? value : fail(where, 'no string'))
const flag: Check = (value, where) => (typeof value === 'boolean' ? value : fail(where, 'no boolean'))
const any: Check = (value) => value
const unsigned =
  (bits: bigint): Check =>
  (value, where) =>
    (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) &&
    BigInt(value) >= 0n &&
    BigInt(value) < 1n << bits
      ? value
      : fail(where, `no unsigned integer of ${bits} bits`)
const real: Check = (value, where) =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber
    ? value
    : fail(where, 'no number')
const instant: Check = (value, where) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value)
    ? value
    : fail(where, 'no timestamp')
const oneOf =
  (...words: string[]): Check =>
  (value, where) =>
    typeof value === 'string' && words.includes(value) ? value : fail(where, `no word of ${words.join(', ')}`)
const list =
  (item: Check): Check =>
  (value, where) =>
    Array.isArray(value) ? value.map((each, n) => item(each, `${where}[${n}]`)) : fail(where, 'no array')
const map =
  (item: Check): Check =>
  (value, where) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, item(each, `${where}.${name}`)]))
      : fail(where, 'no object')
const struct =
  (members: readonly Member[], more: { strict?: boolean } = {}): Check =>
  (value, where) => {
    if (!isJsonObject(value)) return fail(where, 'no object')
    const known = new Set(members.map(([name]) => name))
    const unknown = Object.keys(value).find((name) => !known.has(name))
    if (more.strict && unknown !== undefined) fail(where, `unknown member ${unknown}`)
    const decoded: JsonObject = {}
    for (const [name, check, absent] of members) {
      const given = value[name]
      if (given !== undefined && !(given === null && (absent === 'null' || absent === 'omit'))) {
        decoded[name] = check(given, `${where}.${name}`)
      } else if (absent === 'required') fail(where, `${name} is missing`)
      else if (absent === 'null') decoded[name] = null
      else if (absent !== 'omit') decoded[name] = absent.is
    }
    return decoded
  }

const u64 = unsigned(64n)
const u32 = unsigned(32n)
const zero = { is: 0 } as const
const STATUS = oneOf('queued', 'pending', 'running', 'sharded', 'completed', 'failed', 'cancelled')
const ROLE = oneOf('viewer', 'operator', 'admin')

const BATCHES = struct(
  ['attempted', 'committed', 'dlq_partial', 'dlq_all', 'failed'].map((name) => [name, u64, zero] as const),
)
const invocation: Member[] = [
  ['row_id', text, 'required'],
  ['parent_record_key', text, 'null'],
  ['run_id', text, 'omit'],
  ['records_written', u64, 'required'],
  ['duration_ms', u64, zero],
  ['error', text, 'null'],
  ['usage', any, 'omit'],
  ['batches', BATCHES, 'omit'],
  [
    'source_lag',
    struct([
      ['bytes', u64, 'omit'],
      ['events', u64, 'omit'],
      ['seconds', real, 'omit'],
    ]),
    'omit',
  ],
]
/** What engines of 1.17 know besides, in the order in which they print it. */
const laterInvocation: Member[] = [
  ...invocation,
  ['rows', any, 'omit'],
  ['skipped', flag, 'omit'],
  ['status', text, 'omit'],
]
const CALLBACK = struct(
  [
    ['url', text, 'required'],
    ['method', text, { is: 'POST' }],
    ['headers', map(text), 'omit'],
    ['extra_fields', map(any), 'omit'],
    ['on', list(STATUS), 'omit'],
  ],
  { strict: true },
)
const texts = { is: [] as Json[] }
const SELECTION = struct(
  [
    ['select', list(text), texts],
    ['only', list(text), texts],
    ['skip', list(text), texts],
    ['tags', list(text), texts],
    ['status', list(oneOf('mandatory', 'active', 'available', 'draft', 'archived')), texts],
    ['include_parents', oneOf('off', 'eligible', 'all'), 'null'],
  ],
  { strict: true },
)
const run = (invocations: readonly Member[], more: readonly Member[]): Check =>
  struct([
    ['run_id', text, 'required'],
    ['name', text, 'null'],
    ['labels', map(text), 'required'],
    ['status', STATUS, 'required'],
    ['submitted_at', instant, 'required'],
    ['started_at', instant, 'null'],
    ['finished_at', instant, 'null'],
    ['elapsed_secs', real, 'null'],
    ['records_written', u64, 'required'],
    ['invocations', list(struct(invocations)), 'required'],
    ['error', text, 'null'],
    ['idempotency_key', text, 'null'],
    ['doctor_report', any, 'omit'],
    ['config_body', text, 'omit'],
    ['config_format', oneOf('yaml', 'json'), 'omit'],
    ['timeout_secs', u64, 'omit'],
    ['clock', text, 'omit'],
    ['concurrency', u64, 'omit'],
    ['attempt', u32, zero],
    ['replay_of', text, 'omit'],
    ['callback', CALLBACK, 'omit'],
    ['tenant', text, 'omit'],
    ['selection', SELECTION, 'omit'],
    ...more,
  ])
const RUN = run(invocation, [])
const LATER_RUN = run(laterInvocation, [
  ['host_access', flag, 'omit'],
  ['caller_config', flag, 'omit'],
  ['depends_on', map(list(text)), 'omit'],
  ['caller_params', map(list(text)), 'omit'],
  ['pool', text, { is: 'default' }],
  ['submitted_by', text, 'omit'],
  ['dlq_location', text, 'omit'],
])
const CHANGE = struct([
  ['id', text, 'required'],
  ['kind', oneOf('run', 'template_register', 'template_launch'), 'required'],
  ['status', oneOf('pending', 'approved', 'rejected', 'executed', 'expired', 'invalidated', 'failed'), 'required'],
  ['requester', text, 'required'],
  ['requester_role', ROLE, 'required'],
  ['reason', text, 'omit'],
  ['payload', any, 'required'],
  [
    'plan',
    struct([
      ['material', text, 'required'],
      ['rows', list(any), 'omit'],
      ['summary', any, 'required'],
    ]),
    'omit',
  ],
  [
    'budget',
    struct(
      [
        ['max_records', u64, 'omit'],
        ['max_bytes', u64, 'omit'],
        ['max_duration_secs', u64, 'omit'],
        ['allowed_sinks', list(text), 'omit'],
      ],
      { strict: true },
    ),
    'omit',
  ],
  ['required_approvals', u32, 'required'],
  [
    'approvals',
    list(
      struct([
        ['principal', text, 'required'],
        ['role', ROLE, 'required'],
        ['at', instant, 'required'],
        ['comment', text, 'omit'],
      ]),
    ),
    'omit',
  ],
  [
    'rejection',
    struct([
      ['principal', text, 'required'],
      ['at', instant, 'required'],
      ['reason', text, 'required'],
    ]),
    'omit',
  ],
  ['created_at', instant, 'required'],
  ['updated_at', instant, 'required'],
  ['expires_at', instant, 'required'],
  ['run_id', text, 'omit'],
  [
    'template',
    struct([
      ['id', text, 'required'],
      ['version', u32, 'required'],
    ]),
    'omit',
  ],
  ['error', text, 'omit'],
  ['tenant', text, 'omit'],
])
const LIMITS = struct(
  ['max_concurrent_runs', 'max_records_per_run', 'max_bytes_per_run', 'max_duration_secs'].map(
    (name) => [name, u64, 'omit'] as const,
  ),
  { strict: true },
)
const TENANT = struct([
  ['id', text, 'required'],
  ['name', text, 'omit'],
  ['labels', map(text), 'omit'],
  ['limits', LIMITS, 'required'],
  ['notifications', list(any), 'omit'],
  ['suspended', flag, { is: false }],
  ['created_at', instant, 'required'],
  ['updated_at', instant, 'required'],
  ['created_by', text, 'required'],
])
const CONNECTION = struct([
  ['tenant', text, 'required'],
  ['name', text, 'required'],
  ['provider_type', text, 'required'],
  ['connect_provider', text, 'omit'],
  ['sealed', text, 'required'],
  ['status', oneOf('active', 'needs_reauth'), 'required'],
  ['reauth_reason', text, 'omit'],
  ['created_at', instant, 'required'],
  ['updated_at', instant, 'required'],
  ['updated_by', text, 'required'],
])
const USAGE = struct([
  ['run_id', text, 'required'],
  ['pipeline', text, 'required'],
  ['row', text, 'required'],
  ['source_kind', text, 'required'],
  ['sink_kind', text, 'required'],
  ['dataset_id', text, 'omit'],
  ['dataset_uri', text, 'omit'],
  ['recorded_at', instant, 'required'],
  ['duration_ms', u64, 'required'],
  ['failed', flag, { is: false }],
  ['usage', any, 'required'],
  ['cost', any, 'required'],
  ['tenant', text, 'omit'],
])
const DATASET = struct([
  ['id', text, 'required'],
  ['uri', text, 'required'],
  ['kind', text, 'required'],
  ['roles', list(oneOf('source', 'sink')), 'required'],
  ['first_seen', instant, 'required'],
  ['last_seen', instant, 'required'],
  ['last_success', instant, 'null'],
  ['last_run_id', text, 'required'],
  ['pipeline', text, 'required'],
  ['last_records', u64, 'required'],
  ['total_records', u64, 'required'],
  ['runs', u64, 'required'],
  ['schema_versions', u32, 'required'],
  ['current_schema', any, 'omit'],
  ['current_schema_hash', text, 'omit'],
  ['owners', list(text), 'omit'],
  ['consumers', list(any), 'omit'],
])
const OUTPUT = struct([
  ['id', text, 'required'],
  ['path', text, 'required'],
  ['dataset_uri', text, 'required'],
  ['dataset_id', text, 'required'],
  ['kind', text, 'required'],
  ['pipeline', text, 'required'],
  ['row', text, 'required'],
  ['run_id', text, 'required'],
  ['pre_existing', flag, 'required'],
  ['replaced', flag, { is: false }],
  ['retention_days', u64, 'omit'],
  ['first_written_at', instant, 'required'],
  ['last_written_at', instant, 'required'],
  ['deleted_at', instant, 'omit'],
  ['deleted_bytes', u64, 'omit'],
])
const TEMPLATE = struct([
  ['id', text, 'required'],
  ['version', u32, 'required'],
  ['kind', oneOf('pipeline', 'source-template', 'sink-template', 'deployment'), { is: 'pipeline' }],
  ['name', text, 'omit'],
  ['description', text, 'omit'],
  ['body', text, 'required'],
  ['format', oneOf('yaml', 'json'), 'required'],
  ['params', map(any), { is: {} }],
  ['created_at', instant, 'required'],
  ['created_by', text, 'omit'],
])

/** Table → how an engine of 1.13 decodes its bodies. */
export const ENGINE_DECODERS = {
  faucet_serve_runs: RUN,
  faucet_serve_changes: CHANGE,
  faucet_tenants: TENANT,
  faucet_tenant_connections: CONNECTION,
  faucet_usage: USAGE,
  faucet_catalog_datasets: DATASET,
  faucet_local_outputs: OUTPUT,
  faucet_templates: TEMPLATE,
} as const

/** Decodes or throws; `later` as an engine of 1.17 does, whose runs know more members. */
export function decodeAsEngine(table: keyof typeof ENGINE_DECODERS, body: string, later = false): JsonObject {
  if (/\\u0000/.test(body.replaceAll('\\\\', ''))) fail(table, 'U+0000')
  const decode = later && table === 'faucet_serve_runs' ? LATER_RUN : ENGINE_DECODERS[table]
  const decoded = decode(parseJson(body), table)
  return isJsonObject(decoded) ? decoded : fail(table, 'no object')
}

export const encodeAsEngine = (record: JsonObject): string => writeJson(record)
