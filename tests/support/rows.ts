import { bodyText } from '@/lib/contract/body'
import { RunRecord } from '@/lib/contract/records/runs'
import { ts9, ts9OrNull } from '@/lib/store/kit/ts9'
import { aRun } from './records'
import type { Row, World } from './suite'

/** The row of a run as somebody else would have written it; `columns` override what follows from the record. */
export function aRunRow(run: Partial<RunRecord> = {}, columns: Row = {}): Row {
  const record = aRun(run)
  return {
    run_id: record.run_id,
    name: record.name,
    status: record.status,
    submitted_at: ts9(record.submitted_at),
    finished_at: ts9OrNull(record.finished_at),
    idempotency_key: record.idempotency_key,
    owner: null,
    lease_expires_at: null,
    cancel_requested: null,
    body: columns['body'] ?? bodyText(RunRecord, record),
    ...columns,
  }
}

/** The row of a shard; pending unless told otherwise. */
export const aShardRow = (columns: Row): Row => ({
  run_id: 'r',
  shard_id: '0',
  descriptor: 'null',
  size_estimate: null,
  status: 'pending',
  owner: null,
  lease_expires_at: null,
  attempt: '0',
  finished_at: null,
  ...columns,
})

/** The row of one run, or of one shard. */
export const rowOf = async (world: World, runId: string): Promise<Row> =>
  (await world.rows('faucet_serve_runs')).find((row) => row['run_id'] === runId) ?? {}

export const shardOf = async (world: World, runId: string, shardId: string): Promise<Row> =>
  (await world.rows('faucet_serve_shards')).find((row) => row['run_id'] === runId && row['shard_id'] === shardId) ?? {}

/** The label rows that engines from 1.16 on keep beside these runs. */
export async function plantLabels(world: World, runs: Readonly<Record<string, Record<string, string>>>): Promise<void> {
  for (const [run_id, labels] of Object.entries(runs)) {
    for (const [key, value] of Object.entries(labels)) {
      await world.plant('faucet_serve_run_labels', { run_id, key, value })
    }
  }
}
