import { z } from 'zod'
import { Count, Opaque, Real, record, Timestamp, word } from './primitives'

/** Values of a column by JSON type. */
const TypeCounts = record({
  null: Count.default(0),
  boolean: Count.default(0),
  integer: Count.default(0),
  number: Count.default(0),
  string: Count.default(0),
  object: Count.default(0),
  array: Count.default(0),
})

/** What one run wrote into one column (records.md 6.9). `nulls` includes missing; `distinct` is an estimate. */
const ColumnProfile = record({
  rows: Count,
  present: Count,
  nulls: Count,
  null_rate: Real,
  types: TypeCounts,
  distinct: Count,
  numeric: record({
    count: Count,
    min: Real,
    max: Real,
    mean: Real,
    stddev: Real,
    p50: Real,
    p95: Real,
  }).optional(),
  string: record({ count: Count, len_min: Count, len_max: Count, len_mean: Real }).optional(),
  top_values: z.array(record({ value: z.string(), count: Count, error: Count.optional(), share: Real })).optional(),
  high_cardinality: z.boolean().default(false),
})

/** Everything one run wrote. `skipped_columns`: those beyond the cap. */
const RunProfile = record({
  rows: Count,
  columns: z.record(z.string(), ColumnProfile),
  skipped_columns: Count.optional(),
})

/** One statistic that left its baseline. */
const ProfileDrift = record({
  column: z.string(),
  metric: word(
    'null_rate',
    'distinct',
    'mean',
    'min',
    'max',
    'string_length',
    'type_mix',
    'new_value',
    'vanished_value',
    'psi',
  ),
  observed: Real,
  baseline: Real.optional(),
  value: z.string().optional(),
  detail: z.string(),
})

/** The profile of one run of a dataset: the JSON of `faucet_catalog_profiles.body`. */
export const CatalogProfileRecord = record({
  run_id: z.string(),
  pipeline: z.string(),
  row: z.string(),
  recorded_at: Timestamp,
  profile: RunProfile,
  drift: z.array(ProfileDrift).optional(),
  baseline_runs: Count.default(0),
})
export type CatalogProfileRecord = z.infer<typeof CatalogProfileRecord>

const Connector = record({ kind: z.string(), config: Opaque })

/** One expanded row as it last ran. Secrets are tokens by then (records.md 6.10). */
const RowSnapshot = record({
  source: Connector,
  sink: Connector,
  transforms: z.array(Connector),
  state_key: z.string().optional(),
  delivery_guarantee: z.string(),
  on_error: z.string(),
  dlq: z.boolean(),
  contract: Opaque.optional(),
})

/** The config of a pipeline as it last ran successfully. */
export const ConfigSnapshot = record({
  pipeline: z.string(),
  recorded_at: Timestamp,
  faucet_version: z.string(),
  rows: z.record(z.string(), RowSnapshot),
})
export type ConfigSnapshot = z.infer<typeof ConfigSnapshot>
