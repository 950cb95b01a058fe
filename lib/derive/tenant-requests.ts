import { z } from 'zod'
import { type Json, writeJson } from '@/lib/contract/json'
import { Count, Labels, Opaque, U32 } from '@/lib/contract/records/primitives'
import { HIDDEN } from './mask'
import { choice, maybe, readShape } from './request-shape'

/** What may be asked of tenants and their connections (http-api.md 1.11). Unknown members are refused. */
const Limits = z.strictObject({
  max_concurrent_runs: maybe(U32),
  max_records_per_run: maybe(Count),
  max_bytes_per_run: maybe(Count),
  max_duration_secs: maybe(Count),
})

export const CreateTenantBody = z.strictObject({
  id: z.string(),
  name: maybe(z.string()),
  labels: Labels.default({}),
  limits: Limits.default({}),
  notifications: z.array(Opaque).default([]),
})

/** A member that is left out stays as it is; one that is given replaces the whole of it. */
export const UpdateTenantBody = z.strictObject({
  name: maybe(z.string()),
  labels: maybe(Labels),
  limits: maybe(Limits),
  notifications: maybe(z.array(Opaque)),
  suspended: maybe(z.boolean()),
})

/** Null counts as given: whether it is a provider is another question. */
const Provider = z.custom<Json>((value) => value !== undefined, { error: 'missing' })
export const CreateConnectionBody = z.strictObject({ name: z.string(), provider: Provider })
export const ReplaceConnectionBody = z.strictObject({ provider: Provider })
export const StartConnectBody = z.strictObject({ connection: z.string(), redirect: z.string() })

/** Why limits cannot stand; null: they can. */
export function limitsError(limits: Readonly<Record<string, Count | undefined>>): string | null {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit !== undefined && BigInt(limit) === 0n) return `limits.${name} must be greater than 0`
  }
  return null
}

const RESERVED = [
  'event',
  'severity',
  'pipeline',
  'row',
  'title',
  'message',
  'details',
  'run_id',
  'invocation_id',
  'started_at',
  'finished_at',
  'duration_secs',
]

/** Kinds of events that engines up to 1.13.2 know: a list that names another is one they cannot read. */
const EventKind = choice(
  'run_failure',
  'run_success',
  'sla_breach',
  'circuit_open',
  'contract_abort',
  'dlq_threshold',
  'scheduler_stuck',
  'profile_drift',
  'change_requested',
  'budget_exceeded',
  'connection_needs_reauth',
)

const Channel = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('slack'),
    config: z.strictObject({ webhook_url: z.string(), channel: maybe(z.string()), username: maybe(z.string()) }),
  }),
  z.object({
    type: z.literal('pagerduty'),
    config: z.strictObject({ routing_key: z.string(), source: maybe(z.string()), endpoint: maybe(z.string()) }),
  }),
  z.object({
    type: z.literal('webhook'),
    config: z.strictObject({
      url: z.string(),
      method: z.string().default('POST'),
      headers: Labels.default({}),
      hmac_secret: maybe(z.string()),
      signature_header: z.string().default('X-Faucet-Signature'),
      extra_fields: z.record(z.string(), Opaque).default({}),
    }),
  }),
])

/** One rule of a tenant: which events go where (governance.md 2.2). */
const NotificationRule = z.strictObject({
  name: z.string(),
  on: z.array(EventKind).default([]),
  min_severity: choice('info', 'warning', 'error', 'critical').default('info'),
  dedupe_window_secs: maybe(Count),
  dlq_threshold: maybe(Count),
  channel: Channel,
})
type NotificationRule = z.output<typeof NotificationRule>

/** Does a rule hold what stands for a secret in answers? Nobody means that: it was read from us and sent back. */
export const holdsMask = (rules: readonly Json[]): boolean => writeJson(rules).includes(`"${HIDDEN}"`)

/** Why these rules cannot stand, in the engine's words where it has its own; null: they can. */
export function notificationsError(rules: readonly Json[]): string | null {
  const read = readShape(z.array(NotificationRule), rules)
  if (!read.ok) return `notifications: ${read.complaint}`
  const names = new Set<string>()
  for (const rule of read.data) {
    const reason =
      ruleError(rule) ?? (names.has(rule.name) ? `notifications: duplicate rule name \`${rule.name}\`` : null)
    if (reason !== null) return `notifications: config error: ${reason}`
    names.add(rule.name)
  }
  return null
}

function ruleError({ name, channel }: NotificationRule): string | null {
  if (name.trim() === '') return 'notifications: each rule needs a non-empty `name`'
  const config: Readonly<Record<string, unknown>> = channel.config
  const empty = { slack: ['webhook_url'], pagerduty: ['routing_key'], webhook: ['url', 'method'] }[channel.type].find(
    (field) => String(config[field]).trim() === '',
  )
  if (empty !== undefined) return `notifications rule \`${name}\`: \`${empty}\` must be non-empty`
  const taken =
    channel.type === 'webhook' && Object.keys(channel.config.extra_fields).find((key) => RESERVED.includes(key))
  if (!taken) return null
  return (
    `notifications rule \`${name}\`: \`extra_fields.${taken}\` collides with a field faucet emits — reserved keys are: ` +
    RESERVED.join(', ')
  )
}
