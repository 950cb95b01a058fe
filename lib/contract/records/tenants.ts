import { z } from 'zod'
import { Count, Labels, Opaque, record, strict, Timestamp } from './primitives'

/** Limits of one tenant, 0 not among them; engines refuse members they do not know here. */
const TenantLimits = strict({
  max_concurrent_runs: Count.optional(),
  max_records_per_run: Count.optional(),
  max_bytes_per_run: Count.optional(),
  max_duration_secs: Count.optional(),
})

/** Printed in order of their keys, as engines do: later ones compare the text of a tenant. */
const SortedLabels = z.codec(Labels, Labels, {
  decode: (labels) => labels,
  encode: (labels) => Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
})

/** A tenant (records.md 9.1). Notification targets are secrets; from 1.13.3 on they are sealed. */
export const TenantRecord = record({
  id: z.string(),
  name: z.string().optional(),
  labels: SortedLabels.optional(),
  limits: TenantLimits.default({}),
  notifications: z.array(Opaque).optional(),
  notifications_sealed: z.string().optional(),
  suspended: z.boolean().default(false),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: z.string(),
})
export type TenantRecord = z.infer<typeof TenantRecord>

/** A state key that runs of a tenant used. `spec` is `sealed:…` or `plain:…`. */
export const TenantStateRef = record({ tenant: z.string(), key: z.string(), spec: z.string().optional() })
export type TenantStateRef = z.infer<typeof TenantStateRef>
