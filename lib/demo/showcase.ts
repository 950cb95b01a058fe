import type { RunLogLine } from '@/lib/contract/records/logs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { RERUN_OF } from '@/lib/derive/rerun-label'
import { demoPipeline } from './pipelines'
import { demoRun, ended, logLine, timestamp } from './records'
import type { DemoPast } from './world'

const MINUTE = 60_000
const SHARDS = 120
const SHARDS_DONE = 72
const LONG_LOG = 4_000
/** What one call may carry. */
const LOG_BATCH = 1_000

/** Runs that show what is rare: one in a hundred parts, one with a long log, a chain of attempts, a tenant's own. */
export async function fillShowcase(past: DemoPast): Promise<number> {
  await inManyParts(past)
  await withLongLog(past)
  const chain = await chainOfAttempts(past)
  const others = [askedWith(past), ofTenant(past, 'acme', 35), ofTenant(past, 'globex', 21), neverBegun(past)]
  for (const run of others) {
    await past.store.runs.upsert(run)
    if (run.finished_at === null || run.started_at === null) continue
    const [from, to] = [Date.parse(run.started_at), Date.parse(run.finished_at)]
    await past.store.logs.record(run.run_id, [
      logLine(0, from, 'INFO', `starting ${run.name}`),
      logLine(1, (from + to) / 2, 'INFO', `page 1: ${run.records_written} rows written`),
      logLine(2, to, 'INFO', `${run.status}: ${run.records_written} rows`),
    ])
  }
  for (const { run_id, tenant } of others) if (tenant !== undefined) await past.store.tenants.linkRun(run_id, tenant)
  return 2 + chain + others.length
}

/** Members find it on their first look and share what is left of it. */
async function inManyParts({ store, nowMs, newId }: DemoPast): Promise<void> {
  const at = nowMs - 9 * MINUTE
  const run = { ...demoRun(newId(at), demoPipeline('events_backfill'), timestamp(at)), name: 'events_backfill_2025' }
  await store.runs.upsert({ ...run, status: 'sharded', started_at: timestamp(at + 900), attempt: 0 })
  await store.shards.insert(
    run.run_id,
    Array.from({ length: SHARDS }, (_, index) => ({
      shard_id: String(index).padStart(3, '0'),
      descriptor: JSON.stringify({ key: 'id', lo: index * 50_000 + 1, hi: (index + 1) * 50_000 }),
      // Days differ, and the largest are begun first.
      size_estimate: 30_000 + ((index * 7_919) % 40_000),
    })),
  )
  const claimed = await store.shards.claim(SHARDS_DONE)
  for (const [index, { shard_id }] of claimed.entries()) {
    await store.shards.finalize(run.run_id, shard_id, index % 31 === 7 ? 'failed' : 'completed')
  }
  await store.logs.record(run.run_id, [
    logLine(1, at + 900, 'INFO', `split into ${SHARDS} shards of about 50000 rows`),
    logLine(2, at + 8 * MINUTE, 'INFO', `${claimed.length} of ${SHARDS} shards are done`),
  ])
}

async function withLongLog({ store, nowMs, newId }: DemoPast): Promise<void> {
  const startedMs = nowMs - 50 * MINUTE
  const endedMs = startedMs + 11 * MINUTE
  const pipeline = demoPipeline('clickstream_hourly')
  const waiting = demoRun(newId(startedMs - 800), pipeline, timestamp(startedMs - 800))
  const run = ended(waiting, pipeline, newId(startedMs), { startedMs, endedMs, rows: 1_904_118, error: null })
  await store.runs.upsert({ ...run, labels: { ...run.labels, shows: 'a long log' } })
  const lines = longLog(startedMs, endedMs)
  for (let from = 0; from < lines.length; from += LOG_BATCH) {
    await store.logs.record(run.run_id, lines.slice(from, from + LOG_BATCH))
  }
}

/** As programs write for a terminal: colours, levels, a line that is none. */
function longLog(startedMs: number, endedMs: number): RunLogLine[] {
  const step = (endedMs - startedMs) / LONG_LOG
  return Array.from({ length: LONG_LOG }, (_, index) => {
    const ms = startedMs + step * index
    const partition = index % 12
    const offset = 88_123 + index * 476
    if (index % 997 === 400) {
      return logLine(
        index,
        ms,
        'ERROR',
        `\u001b[31mpartition ${partition}: broker 3 closed the connection\u001b[0m; trying again in 2 s`,
      )
    }
    if (index % 250 === 120) {
      return logLine(index, ms, 'WARN', `\u001b[33mpartition ${partition} is 41 s behind\u001b[0m (offset ${offset})`)
    }
    if (index % 40 === 0) {
      return logLine(
        index,
        ms,
        'INFO',
        `\u001b[32mcommitted\u001b[0m batch ${index / 40}: 19041 rows, offset ${offset}`,
      )
    }
    return logLine(index, ms, 'DEBUG', `partition ${partition}: ${400 + ((index * 37) % 90)} records, offset ${offset}`)
  })
}

/** Failed, tried again and failed, tried once more: each says which it repeats. */
async function chainOfAttempts({ store, nowMs, newId }: DemoPast): Promise<number> {
  const pipeline = demoPipeline('inventory_snapshot')
  const errors = [pipeline.errors[0] ?? '', pipeline.errors[0] ?? '', null]
  let before: string | null = null
  for (const [index, error] of errors.entries()) {
    const startedMs = nowMs - (95 - index * 14) * MINUTE
    const waiting = demoRun(newId(startedMs - 500), pipeline, timestamp(startedMs - 500))
    const rows = error === null ? 130_402 : 41_000
    const run = ended(waiting, pipeline, newId(startedMs), { startedMs, endedMs: startedMs + 66_000, rows, error })
    const labels: Record<string, string> = { ...run.labels, ...(before !== null && { [RERUN_OF]: before }) }
    await store.runs.upsert({ ...run, labels })
    await store.logs.record(run.run_id, [
      logLine(0, startedMs, 'INFO', `starting ${pipeline.name}: ${pipeline.source} → ${pipeline.sink}`),
      logLine(1, startedMs + 66_000, error === null ? 'INFO' : 'ERROR', error ?? `completed: ${rows} rows`),
    ])
    before = run.run_id
  }
  return errors.length
}

/** With everything that can be asked for beside a config. */
function askedWith({ nowMs, newId }: DemoPast): RunRecord {
  const startedMs = nowMs - 26 * MINUTE
  const pipeline = demoPipeline('support_tickets')
  const waiting = demoRun(newId(startedMs - 400), pipeline, timestamp(startedMs - 400))
  const run = ended(waiting, pipeline, newId(startedMs), {
    startedMs,
    endedMs: startedMs + 9_400,
    rows: 812,
    error: null,
  })
  return {
    ...run,
    labels: {
      ...run.labels,
      ticket: 'SUP-418',
      'faucet.trigger.name': 'tickets_changed',
      'faucet.trigger.type': 'webhook',
    },
    timeout_secs: 600,
    concurrency: 4,
    idempotency_key: 'support-tickets-SUP-418',
    callback: {
      url: 'https://hooks.example/runs',
      method: 'POST',
      extra_fields: { team: 'support' },
      on: ['completed', 'failed'],
    },
    doctor_report: {
      invocations: [
        {
          id: 'default',
          delivery: 'AtLeastOnce',
          probes: [
            { role: 'source', connector: 'rest', name: 'source', status: 'pass', elapsed_ms: 182 },
            { role: 'sink', connector: 'jsonl', name: 'sink', status: 'pass', elapsed_ms: 2 },
          ],
        },
      ],
    },
  }
}

function ofTenant({ nowMs, newId }: DemoPast, tenant: string, minutes: number): RunRecord {
  const startedMs = nowMs - minutes * MINUTE
  const pipeline = demoPipeline('crm_contacts')
  const waiting = demoRun(newId(startedMs - 600), pipeline, timestamp(startedMs - 600))
  const run = ended(waiting, pipeline, newId(startedMs), {
    startedMs,
    endedMs: startedMs + 17_000,
    rows: 1_930,
    error: null,
  })
  return { ...run, tenant, labels: { ...run.labels, template: 'crm_export', template_version: '2' } }
}

/** Taken back before anybody had begun it. */
function neverBegun({ nowMs, newId }: DemoPast): RunRecord {
  const at = nowMs - 14 * MINUTE
  const {
    config_body: _,
    config_format: __,
    ...run
  } = demoRun(newId(at), demoPipeline('orders_to_warehouse'), timestamp(at))
  return { ...run, status: 'cancelled', finished_at: timestamp(at + 8_000) }
}
