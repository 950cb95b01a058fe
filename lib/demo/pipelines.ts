/** A pipeline that nobody has, made up so that every state of a run can be seen. */
export interface DemoPipeline {
  name: string
  team: string
  source: string
  sink: string
  /** Rows of a run, about. */
  rows: number
  /** Seconds of work in the past, about. */
  secs: number
  /** Minutes between two runs in the past. */
  every: number
  /** Share of runs that fail. */
  fails: number
  errors: readonly string[]
  /** Parts that members share between them. */
  shards?: number
  /** Rows of its matrix: an invocation each. */
  matrix?: readonly string[]
  /** Where records come from and go to, as a catalog names it. */
  reads: readonly string[]
  writes: string
  columns: Readonly<Record<string, string>>
  /** How far behind its source is at the end. */
  lag?: { events: number; seconds: number }
  /** Share of rows that go to the dead letters. */
  dead?: number
}

export const DEMO_PIPELINES: readonly DemoPipeline[] = [
  {
    name: 'orders_to_warehouse',
    team: 'commerce',
    source: 'postgres',
    sink: 'parquet',
    rows: 48_000,
    secs: 95,
    every: 60,
    fails: 0.03,
    errors: ['sink error: warehouse refused batch 17: quota of 50000 rows a minute is used up'],
    reads: ['postgres://shop.example/orders'],
    writes: 's3://lake/orders',
    columns: { id: 'integer', customer: 'string', amount: 'number', placed_at: 'string' },
    matrix: ['eu', 'us', 'apac'],
  },
  {
    name: 'payments_ledger',
    team: 'finance',
    source: 'rest',
    sink: 'postgres',
    rows: 9_400,
    secs: 41,
    every: 60,
    fails: 0.12,
    errors: [
      'http error: GET https://api.payments.example/v2/charges?page=42: 503 Service Unavailable',
      'http error: GET https://api.payments.example/v2/charges?page=7: timed out after 30 s',
    ],
    reads: ['https://api.payments.example/v2/charges'],
    writes: 'postgres://ledger.example/charges',
    columns: { id: 'string', amount: 'number', currency: 'string' },
  },
  {
    name: 'crm_contacts',
    team: 'sales',
    source: 'rest',
    sink: 'jsonl',
    rows: 2_100,
    secs: 18,
    every: 120,
    fails: 0.02,
    errors: ["config error: environment variable 'CRM_TOKEN' is not set"],
    reads: ['https://crm.example/contacts'],
    writes: 'file:///srv/out/crm_contacts.jsonl',
    columns: { id: 'string', email: 'string', company: 'string' },
  },
  {
    name: 'clickstream_hourly',
    team: 'product',
    source: 'kafka',
    sink: 'parquet',
    rows: 610_000,
    secs: 210,
    every: 60,
    fails: 0.01,
    errors: ['kafka error: partition 3 is behind its oldest offset 88123'],
    reads: ['kafka://events.example/clicks'],
    writes: 's3://lake/clicks',
    columns: { session: 'string', page: 'string', at: 'string' },
    lag: { events: 1_204, seconds: 3.4 },
  },
  {
    name: 'inventory_snapshot',
    team: 'commerce',
    source: 'mysql',
    sink: 'parquet',
    rows: 130_000,
    secs: 64,
    every: 180,
    fails: 0.02,
    errors: ['mysql error: 1205 lock wait timeout exceeded'],
    reads: ['mysql://stock.example/items'],
    writes: 's3://lake/inventory',
    columns: { sku: 'string', quantity: 'integer' },
  },
  {
    name: 'events_backfill',
    team: 'product',
    source: 'postgres',
    sink: 'parquet',
    rows: 2_400_000,
    secs: 700,
    every: 720,
    fails: 0.05,
    errors: ['1/12 shard(s) failed'],
    shards: 12,
    reads: ['postgres://events.example/archive'],
    writes: 's3://lake/events',
    columns: { id: 'integer', kind: 'string', at: 'string' },
  },
  {
    name: 'support_tickets',
    team: 'support',
    source: 'rest',
    sink: 'jsonl',
    rows: 780,
    secs: 9,
    every: 120,
    fails: 0.04,
    errors: ['schema error: column "priority" was int64 and is utf8'],
    reads: ['https://desk.example/tickets'],
    writes: 'file:///srv/out/support_tickets.jsonl',
    columns: { id: 'integer', priority: 'string', subject: 'string' },
    dead: 0.02,
  },
  {
    name: 'fx_rates',
    team: 'finance',
    source: 'rest',
    sink: 'postgres',
    rows: 170,
    secs: 3,
    every: 60,
    fails: 0.01,
    errors: ['http error: GET https://rates.example/latest: 429 Too Many Requests'],
    reads: ['https://rates.example/latest'],
    writes: 'postgres://ledger.example/rates',
    columns: { currency: 'string', rate: 'number' },
  },
  {
    name: 'revenue_report',
    team: 'finance',
    source: 'duckdb',
    sink: 'bigquery',
    rows: 1_400,
    secs: 22,
    every: 180,
    fails: 0.03,
    errors: ['bigquery error: 403 exceeded rate limits for table reports.revenue'],
    reads: ['s3://lake/orders', 'postgres://ledger.example/charges', 'postgres://ledger.example/rates'],
    writes: 'bigquery://reports/revenue',
    columns: { day: 'string', amount: 'number', currency: 'string' },
  },
]

const BY_NAME = new Map(DEMO_PIPELINES.map((pipeline) => [pipeline.name, pipeline]))
const [FIRST] = DEMO_PIPELINES

/** The pipeline of a run of the demo; a run that somebody else submitted is simulated as the first one. */
export function demoPipeline(name: string | null): DemoPipeline {
  const pipeline = BY_NAME.get(name ?? '') ?? FIRST
  if (pipeline === undefined) throw new Error('the demo has no pipelines')
  return pipeline
}

/** What a member of the demo would have read. No engine ever does. */
export const demoConfig = ({ name, source, sink, reads, writes, matrix, shards }: DemoPipeline): string =>
  [
    '# Made up for the demo. Nothing reads it.',
    'version: 1',
    `name: ${name}`,
    ...(matrix === undefined ? [] : ['matrix:', ...matrix.map((row) => `  - { id: ${row} }`)]),
    'pipeline:',
    '  source:',
    `    type: ${source}`,
    `    config: { url: "${reads[0]}", token: "\${env:${name.toUpperCase()}_TOKEN}" }`,
    '  transforms:',
    '    - { type: keys_case, config: { mode: snake } }',
    '  sink:',
    `    type: ${sink}`,
    `    config: { url: "${writes}" }`,
    ...(shards === undefined ? [] : [`shard: { count: ${shards} }`]),
    '',
  ].join('\n')
