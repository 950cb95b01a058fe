import { type Clock, msOf } from '@/lib/contract/clock'
import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { ClaimedShard } from '@/lib/contract/records/shards'
import { around, type Chance, oneOf } from './chance'
import { type DemoPipeline, demoPipeline } from './pipelines'
import { ended, logLine, timestamp } from './records'

const SLOTS = 4
const BEAT_MS = 5_000
const SWEEP_MS = 15_000
const ATTEMPTS = 5
/** Once in a while a member falls silent, long enough to lose what it holds: that is how an outage looks. */
const SILENT_MS = 50_000
const SILENCES = 0.002
const SHORTEST_MS = 8_000
const LONGEST_MS = 70_000

type Store = Pick<Deps, 'runs' | 'leases' | 'shards' | 'logs' | 'usage'>

interface RunJob {
  run: RunRecord
  pipeline: DemoPipeline
  startedMs: number
  endsMs: number
  rows: number
  error: string | null
  lines: number
}
interface ShardJob {
  shard: ClaimedShard
  endsMs: number
  isBad: boolean
}

export interface WorkerOptions {
  store: Store
  clock: Clock
  chance: Chance
  newId(): string
}

/**
 * A simulated cluster member: it registers, beats, claims, splits, works, ends and takes over through the same methods as
 * an engine, and moves no data. One `tick` a second drives it.
 */
export class SimulatedWorker {
  readonly #store: Store
  readonly #clock: Clock
  readonly #chance: Chance
  readonly #newId: () => string
  readonly #startedAt: Timestamp
  readonly #runs = new Map<string, RunJob>()
  readonly #shards = new Map<string, ShardJob>()
  #beatMs = 0
  #sweptMs = 0
  #silentUntilMs = 0

  constructor({ store, clock, chance, newId }: WorkerOptions) {
    this.#store = store
    this.#clock = clock
    this.#chance = chance
    this.#newId = newId
    this.#startedAt = clock.now()
  }

  /** One step of everything it does. */
  async tick(): Promise<void> {
    const now = msOf(this.#clock.now())
    if (now < this.#silentUntilMs) return
    if (now - this.#beatMs >= BEAT_MS) await this.#beat(now)
    if (now - this.#sweptMs >= SWEEP_MS) await this.#sweep(now)
    await this.#claim(now)
    for (const job of [...this.#runs.values()]) await this.#work(job, now)
    for (const [id, job] of [...this.#shards]) if (now >= job.endsMs) await this.#endShard(id, job)
    const isBusy = this.#runs.size > 0
    if (isBusy && this.#chance() < SILENCES) this.#silentUntilMs = now + SILENT_MS
  }

  async #beat(now: number): Promise<void> {
    const { leases, shards } = this.#store
    this.#beatMs = now
    await leases.heartbeat({
      started_at: this.#startedAt,
      listen: null,
      max_concurrent: SLOTS,
      in_flight: this.#busy(),
      state_format: 1,
    })
    await leases.renew()
    await shards.renew()
    for (const runId of await leases.pendingCancellations()) await this.#stop(runId, now)
    for (const runId of await shards.pendingCancellations()) {
      for (const [id, { shard }] of [...this.#shards]) {
        if (shard.run_id !== runId) continue
        this.#shards.delete(id)
        await shards.finalize(runId, shard.shard_id, 'failed')
      }
    }
  }

  async #sweep(now: number): Promise<void> {
    this.#sweptMs = now
    await this.#store.leases.reclaimOrphans(ATTEMPTS)
    await this.#store.shards.reclaim(ATTEMPTS)
    await this.#store.shards.finalizeCompletedParents()
  }

  async #claim(now: number): Promise<void> {
    const { leases, shards } = this.#store
    // One at a time, so that the members share what there is.
    for (const run of await leases.claimPending(Math.min(1, SLOTS - this.#busy()))) await this.#begin(run, now)
    for (const shard of await shards.claim(Math.min(1, SLOTS - this.#busy()))) {
      const endsMs = now + around(this.#chance, 9_000)
      this.#shards.set(`${shard.run_id} ${shard.shard_id}`, { shard, endsMs, isBad: this.#chance() < 0.01 })
      await this.#say(shard.run_id, now, 'INFO', `shard ${shard.shard_id} begins: ${shard.descriptor}`)
    }
  }

  async #begin(run: RunRecord, now: number): Promise<void> {
    const pipeline = demoPipeline(run.name)
    if (pipeline.shards !== undefined) return this.#split(run, pipeline.shards, pipeline.rows, now)
    const lengthMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, around(this.#chance, pipeline.secs * 400)))
    const isBad = this.#chance() < Math.max(pipeline.fails, 0.04)
    const rows = Math.round(around(this.#chance, pipeline.rows) * (isBad ? this.#chance() : 1))
    const error = isBad ? oneOf(this.#chance, pipeline.errors) : null
    // Where another member was before, its lines stay; ours come after.
    const { lines } = await this.#store.logs.list(run.run_id, null, 10_000)
    const job: RunJob = { run, pipeline, startedMs: now, endsMs: now + lengthMs, rows, error, lines: lines.length }
    this.#runs.set(run.run_id, job)
    const taken = run.attempt > 0 ? `, attempt ${run.attempt + 1}: its member fell silent` : ''
    await this.#line(job, now, 'INFO', `starting ${pipeline.name}: ${pipeline.source} → ${pipeline.sink}${taken}`)
  }

  /** The parent becomes sharded before its parts exist, as an engine does it. */
  async #split(run: RunRecord, count: number, rows: number, now: number): Promise<void> {
    await this.#store.runs.upsert({ ...run, status: 'sharded' })
    const step = Math.ceil(rows / count)
    const parts = Array.from({ length: count }, (_, index) => ({
      shard_id: String(index).padStart(2, '0'),
      descriptor: JSON.stringify({ key: 'id', lo: index * step + 1, hi: (index + 1) * step }),
      size_estimate: step,
    }))
    await this.#store.shards.insert(run.run_id, parts)
    await this.#say(run.run_id, now, 'INFO', `split into ${count} shards of about ${step} rows`)
  }

  async #work(job: RunJob, now: number): Promise<void> {
    const { run, startedMs, endsMs, rows, error, pipeline } = job
    if (now >= endsMs) {
      const done = ended(run, pipeline, this.#newId(), { startedMs, endedMs: now, rows, error })
      await this.#line(job, now, error === null ? 'INFO' : 'ERROR', error ?? `completed: ${rows} rows`)
      await this.#finish(job, done)
      return
    }
    const share = (now - startedMs) / (endsMs - startedMs)
    const written = Math.round(rows * share)
    const running: RunRecord = { ...run, status: 'running', started_at: timestamp(startedMs), records_written: written }
    // It was taken away meanwhile: whatever was done is dropped, as an engine drops it.
    if (!(await this.#store.leases.finalizeOwned(running))) this.#runs.delete(run.run_id)
    else await this.#line(job, now, 'INFO', `page ${job.lines}: ${written} rows written`)
  }

  async #finish(job: RunJob, done: RunRecord): Promise<void> {
    this.#runs.delete(job.run.run_id)
    if (!(await this.#store.leases.finalizeOwned(done))) return
    for (const { usage } of done.invocations) if (usage !== undefined) await this.#store.usage.record(usage)
  }

  async #stop(runId: string, now: number): Promise<void> {
    const job = this.#runs.get(runId)
    if (job === undefined) return
    await this.#line(job, now, 'WARN', 'stopped: somebody asked for it')
    await this.#finish(job, { ...job.run, status: 'cancelled', finished_at: timestamp(now) })
  }

  async #endShard(id: string, { shard, isBad }: ShardJob): Promise<void> {
    this.#shards.delete(id)
    const now = msOf(this.#clock.now())
    await this.#say(
      shard.run_id,
      now,
      isBad ? 'ERROR' : 'INFO',
      `shard ${shard.shard_id} ${isBad ? 'failed' : 'is done'}`,
    )
    await this.#store.shards.finalize(shard.run_id, shard.shard_id, isBad ? 'failed' : 'completed')
    await this.#store.shards.finalizeCompletedParents()
  }

  #busy(): number {
    return this.#runs.size + this.#shards.size
  }

  async #line(job: RunJob, now: number, level: string, line: string): Promise<void> {
    await this.#store.logs.record(job.run.run_id, [logLine(job.lines++, now, level, line)])
  }

  /** Members that share a run have no common counter: the time is one that never goes back. */
  async #say(runId: string, now: number, level: string, line: string): Promise<void> {
    const seq = now * 1_000 + Math.floor(this.#chance() * 1_000)
    await this.#store.logs.record(runId, [logLine(seq, now, level, line)])
  }
}
