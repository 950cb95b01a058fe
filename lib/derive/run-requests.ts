import { z } from 'zod'
import type { Json, JsonObject } from '@/lib/contract/json'
import type { BudgetSpec } from '@/lib/contract/records/changes'
import { Count, Labels, Opaque } from '@/lib/contract/records/primitives'
import { type CallbackSpec, RUN_STATUSES } from '@/lib/contract/records/runs'
import { choice, jsonMembers, maybe } from './request-shape'
import { byCodePoint, sortedJson } from './sorted-json'

/** What a submitted run may say (http-api.md 1.2). Unknown members count only where engines refuse them. */

export const Budget = z.strictObject({
  max_records: maybe(Count),
  max_bytes: maybe(Count),
  max_duration_secs: maybe(Count),
  allowed_sinks: z.array(z.string()).optional(),
})

const Callback = z.strictObject({
  url: z.string(),
  method: z.string().default('POST'),
  headers: Labels.default({}),
  extra_fields: z.record(z.string(), Opaque).default({}),
  on: z.array(choice(...RUN_STATUSES)).default([]),
})

const Selection = z.strictObject({
  select: z.array(z.string()).default([]),
  only: z.array(z.string()).default([]),
  skip: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  status: z.array(choice('mandatory', 'active', 'available', 'draft', 'archived')).default([]),
  include_parents: choice('off', 'eligible', 'all').nullable().default(null),
})

/** How a run is to go, whatever its config is and wherever it comes from. */
export const runOptions = {
  name: maybe(z.string()),
  labels: Labels.default({}),
  timeout_secs: maybe(Count),
  doctor_first: z.boolean().default(false),
  idempotency_key: maybe(z.string()),
  concurrency: maybe(Count),
  clock: maybe(z.string()),
  callback: maybe(Callback),
  require_approval: z.boolean().default(false),
  reason: maybe(z.string()),
  budget: maybe(Budget),
  selection: maybe(Selection),
}
export const SubmitRunBody = z.object({
  config: z.string(),
  config_format: choice('yaml', 'json').default('yaml'),
  ...runOptions,
})
export type SubmitRunRequest = z.output<typeof SubmitRunBody>

/** The callback as a run keeps it: empty members left out, free JSON by name. */
export function storedCallback(callback: z.output<typeof Callback>): CallbackSpec {
  const { url, method, headers, extra_fields, on } = callback
  return {
    url,
    method,
    ...(Object.keys(headers).length > 0 && { headers: byName(headers) }),
    ...(Object.keys(extra_fields).length > 0 && {
      extra_fields: Object.fromEntries(
        Object.entries(byName(extra_fields)).map(([name, value]) => [name, sortedJson(value)]),
      ),
    }),
    ...(on.length > 0 && { on }),
  }
}

/**
 * The request as a change request keeps it: every member, the absent ones null, without what made it one. Engines print
 * theirs so.
 */
export function approvalPayload({ require_approval: _, reason: __, ...request }: SubmitRunRequest): Json {
  const { callback, budget, selection } = request
  return {
    budget: budget === undefined ? null : budgetJson(budget),
    callback: callback === undefined ? null : jsonMembers({ ...storedCallback(callback) }),
    clock: request.clock ?? null,
    concurrency: request.concurrency ?? null,
    config: request.config,
    config_format: request.config_format,
    doctor_first: request.doctor_first,
    idempotency_key: request.idempotency_key ?? null,
    labels: byName(request.labels),
    name: request.name ?? null,
    selection: selection === undefined ? null : jsonMembers(selection),
    timeout_secs: request.timeout_secs ?? null,
  }
}

/** A budget as it is printed: what it does not limit it does not name. */
export const budgetJson = ({ allowed_sinks = [], ...limits }: BudgetSpec): JsonObject =>
  jsonMembers({
    max_records: limits.max_records,
    max_bytes: limits.max_bytes,
    max_duration_secs: limits.max_duration_secs,
    allowed_sinks: allowed_sinks.length === 0 ? undefined : allowed_sinks,
  })

const byName = <T>(members: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => byCodePoint(a, b)))
