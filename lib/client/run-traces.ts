import { z } from 'zod'
import type { parseJson } from '@/lib/contract/json'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { Count } from '@/lib/contract/records/primitives'
import { pathToRunPart } from '@/lib/url/paths'
import { runKeys } from './runs'
import { jsonAs, wireQuery } from './wire-query'
import { tolerant } from './wire-row'

const part = <S extends z.ZodType>(runId: string, name: string, schema: S) =>
  wireQuery<z.output<S>>({
    queryKey: [...runKeys.detail(runId), name],
    path: pathToRunPart(runId, name),
    read: jsonAs(schema),
  })

const Calls = z.record(z.string(), Count)
const Usage = z.object({
  invocations: z.number(),
  units: z.array(
    z.object({
      n: z.number(),
      row_id: z.string(),
      parent: z.string().nullable(),
      failed: z.boolean(),
      connectors: z.string(),
      duration_ms: Count,
      records_read: Count,
      records_written: Count,
      bytes_read: Count,
      bytes_written: Count,
      requests: Count,
      currency: z.string(),
      cost: z.number(),
      hosted: z.number(),
    }),
  ),
  lines: z.array(
    z.object({
      item: z.string(),
      unit: z.string(),
      currency: z.string(),
      quantity: z.number(),
      rate: z.number().nullable(),
      amount: z.number(),
    }),
  ),
  source_calls: Calls,
  sink_calls: Calls,
  retries: Calls,
  throttled: Count,
  throttle_wait_secs: z.number(),
  not_reported: z.array(z.string()),
  has_table: z.boolean(),
})
export type RunUsage = z.output<typeof Usage>
export type UsageUnit = RunUsage['units'][number]

/** What a run used, invocation by invocation. */
export const runUsageQuery = (runId: string) => part(runId, 'usage', Usage)

const Dataset = z.object({
  role: z.enum(['read', 'written']),
  dataset_id: z.string().nullable(),
  uri: z.string(),
  kind: z.string(),
  rows: Count.nullable(),
  invocations: z.number(),
  usual: Count.nullable(),
  schema: z.array(
    z.object({
      version: z.number(),
      is_first: z.boolean(),
      added: z.array(z.string()),
      widened: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
  drift: z.array(z.object({ column: z.string(), metric: z.string(), detail: z.string() })),
  profiled: z.boolean(),
})
export type TouchedDataset = z.output<typeof Dataset>
const Datasets = z.object({
  /** `closed`: not for this viewer · `missing`: this store has none. */
  catalog: z.enum(['read', 'closed', 'missing']),
  datasets: z.array(Dataset),
  left_out: z.number(),
})

/** What a run read and wrote. */
export const runDatasetsQuery = (runId: string) => part(runId, 'datasets', Datasets)

const Output = LocalOutputRecord.extend({
  state: z.string(),
  age_secs: z.number(),
  retention_days_effective: z.number().nullable(),
})
export type RunOutput = z.output<typeof Output>
const Outputs = z.object({ outputs: z.array(tolerant(Output)).nullable(), is_cut: z.boolean() })

/** Local files that a run was the last to write. */
export const runOutputsQuery = (runId: string) => part(runId, 'outputs', Outputs)

const Entry = z.object({
  id: z.string(),
  timestamp: z.string(),
  principal: z.string(),
  role: z.string(),
  action: z.string(),
  result: z.string(),
  source_ip: z.string().optional(),
  config_fingerprint: z.string().optional(),
  target: z.string().optional(),
  detail: z.string().optional(),
})
export type RunAuditEntry = z.output<typeof Entry>
const Trail = z.object({ entries: z.array(Entry), reached: z.string().nullable(), is_cut: z.boolean() }).nullable()

/** Entries of the audit trail about a run. */
export const runAuditQuery = (runId: string) => part(runId, 'audit', Trail)

/** The resolved config of its pipeline as it last ran well; any JSON. */
export const runSnapshotQuery = (runId: string) =>
  part(runId, 'snapshot', z.object({ snapshot: z.custom<ReturnType<typeof parseJson>>() }))

const Raw = z.object({ text: z.string(), columns: z.record(z.string(), z.string().nullable()) }).nullable()

/** The stored text; null: not for this viewer. */
export const runRecordQuery = (runId: string) => part(runId, 'record', Raw)

const Preview = z.object({
  rows: z.array(z.custom<ReturnType<typeof parseJson>>()),
  columns: z.array(z.string()),
  row_count: z.number(),
  truncated: z.boolean(),
  capped_by: z.string().nullish(),
})

/** The first rows of a file; the engine that has the disk reads them. */
export const outputPreviewQuery = (outputId: string) => ({
  ...wireQuery<z.output<typeof Preview>>({
    queryKey: ['outputs', outputId, 'preview'],
    path: `/v1/local-outputs/${encodeURIComponent(outputId)}/preview?row_count_to_load=100`,
    read: jsonAs(Preview),
  }),
  retry: false,
})
