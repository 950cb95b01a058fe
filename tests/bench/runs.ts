import { randomFrom } from './random'

export const BENCH_TENANTS = 50
export const PIPELINES = 400
const DAYS = 180
const SEED = 7
/** Where the runs of a store that is made once and kept for good end. */
const FIXED_END = Date.parse('2026-11-29T00:00:00Z')

/** One row of faucet_serve_runs, and the tenant its link names. */
export interface BenchRun {
  columns: readonly (string | null)[]
  tenant: string | null
}
export const RUN_COLUMN_NAMES = [
  'run_id',
  'name',
  'status',
  'submitted_at',
  'finished_at',
  'idempotency_key',
  'owner',
  'lease_expires_at',
  'cancel_requested',
  'body',
] as const

/**
 * `count` runs, oldest first, spread over 180 days: 400 pipelines of very different popularity, 50 tenants, about 6 %
 * failed, bodies of about 1.2 KB in the form engine 1.13.1 writes (one invocation with usage, cost and batches).
 */
export function* benchRuns(count: number, end = FIXED_END): Generator<BenchRun> {
  const random = randomFrom(SEED)
  const owners = Array.from({ length: 4 }, (_, at) => `${random.hex(8)}-0000-4000-8000-${String(at).padStart(12, '0')}`)
  const first = end - DAYS * 86_400_000
  for (let index = 0; index < count; index++) {
    const at = first + (DAYS * 86_400_000 * index) / count + random.next() * 400
    const pipeline = Math.min(Math.floor(random.exponential(60)), PIPELINES - 1)
    const roll = random.next()
    yield oneRun({
      random,
      at,
      pipeline,
      status: roll < 0.93 ? 'completed' : roll < 0.985 ? 'failed' : 'cancelled',
      owner: owners[random.below(4)] ?? null,
    })
  }
}

interface Draw {
  random: ReturnType<typeof randomFrom>
  at: number
  pipeline: number
  status: string
  owner: string | null
}

function oneRun({ random, at, pipeline, status, owner }: Draw): BenchRun {
  const nanos = String(random.below(1_000_000)).padStart(6, '0')
  const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}${nanos}Z`
  const time = Math.floor(at).toString(16).padStart(12, '0')
  const uuid = () => `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`
  const [runId, invocation] = [uuid(), uuid()]
  const name = `pipeline-${String(pipeline).padStart(3, '0')}`
  const seconds = random.logNormal(1.5, 1.4)
  const rows = Math.floor(random.logNormal(8, 2))
  const tenant = pipeline % 4 === 0 ? `tenant-${String(pipeline % BENCH_TENANTS).padStart(2, '0')}` : null
  const error = status === 'failed' ? 'sink write failed: connection reset by peer (os error 104)' : null
  const finished = instant(at + 1 + seconds * 1000)
  const body = {
    run_id: runId,
    name,
    labels: { env: pipeline % 3 ? 'prod' : 'dev', pipeline: name, team: `team-${pipeline % 12}` },
    status,
    submitted_at: instant(at),
    started_at: instant(at + 1),
    finished_at: finished,
    elapsed_secs: Number(seconds.toFixed(9)),
    records_written: rows,
    invocations: [
      {
        row_id: 'row-0',
        parent_record_key: null,
        run_id: invocation,
        records_written: rows,
        duration_ms: Math.floor(seconds * 1000),
        error,
        usage: {
          run_id: invocation,
          pipeline: name,
          row: 'row-0',
          source_kind: 'rest',
          sink_kind: 'jsonl',
          dataset_id: pipeline.toString(16).padStart(16, '0'),
          dataset_uri: `file:///srv/out/${name}.jsonl`,
          recorded_at: finished,
          duration_ms: Math.floor(seconds * 1000),
          failed: status === 'failed',
          usage: {
            records_read: rows,
            records_written: rows,
            bytes_read: rows * 40,
            bytes_written: rows * 42,
            source_roundtrips: { page: 1 + Math.floor(rows / 1000) },
          },
          cost: { currency: 'USD', total: 0, lines: [], not_reported: ['rest'], hosted_equivalent: rows * 1.5e-5 },
        },
        batches: { attempted: 1, committed: 1, dlq_partial: 0, dlq_all: 0, failed: 0 },
      },
    ],
    error,
    idempotency_key: null,
    attempt: 0,
    ...(tenant !== null && { tenant }),
  }
  const lease = instant(at + 31_000 + seconds * 1000)
  return {
    columns: [runId, name, status, instant(at), finished, null, owner, lease, null, JSON.stringify(body)],
    tenant,
  }
}
