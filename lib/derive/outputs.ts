import type {
  LocalOutputFilter,
  LocalOutputObservation,
  LocalOutputRecord,
  LocalOutputState,
} from '@/lib/contract/records/outputs'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { Stored } from '@/lib/contract/stored'
import { nanosOf } from './instants'

/** The record of a file seen for the first time; `id` is the hash of its path. */
export const newOutput = (id: string, seen: LocalOutputObservation): LocalOutputRecord => ({
  id,
  path: seen.path,
  ...latestWriter(seen),
  pre_existing: seen.pre_existing,
  replaced: seen.pre_existing && seen.replaced,
  first_written_at: seen.observed_at,
  last_written_at: seen.observed_at,
})

/**
 * Folds another write of the same file into its record: whose it was when first opened stays, and it exists again.
 * `reopensDeleted`: engines from 1.13.3 on take a file that was deleted in between as a new one; 1.13.1 does not.
 */
export function observe(
  before: LocalOutputRecord,
  seen: LocalOutputObservation,
  { reopensDeleted }: { reopensDeleted: boolean },
): LocalOutputRecord {
  // Left out by name: what the latest writer does not tell must not be kept from the one before.
  const { retention_days: _days, host: _host, file_id: _file, deleted_at, deleted_bytes: _bytes, ...known } = before
  const opened =
    deleted_at !== undefined && reopensDeleted
      ? { pre_existing: seen.pre_existing, replaced: false, first_written_at: seen.observed_at }
      : known
  return {
    ...known,
    ...latestWriter(seen),
    pre_existing: opened.pre_existing,
    replaced: opened.replaced || (opened.pre_existing && seen.replaced),
    first_written_at: earlier(opened.first_written_at, seen.observed_at),
    last_written_at: later(known.last_written_at, seen.observed_at),
  }
}

const latestWriter = (seen: LocalOutputObservation) => ({
  dataset_uri: seen.dataset_uri,
  dataset_id: seen.dataset_id,
  kind: seen.kind,
  pipeline: seen.pipeline,
  row: seen.row,
  run_id: seen.run_id,
  ...(seen.retention_days !== undefined && { retention_days: seen.retention_days }),
  ...(seen.host !== undefined && { host: seen.host }),
  ...(seen.file_id !== undefined && { file_id: seen.file_id }),
})

const earlier = (a: Timestamp, b: Timestamp) => (nanosOf(b) < nanosOf(a) ? b : a)
const later = (a: Timestamp, b: Timestamp) => (nanosOf(b) > nanosOf(a) ? b : a)

/** The record once its file is gone. */
export const markDeleted = (before: LocalOutputRecord, at: Timestamp, bytes: number | bigint): LocalOutputRecord => ({
  ...before,
  deleted_at: at,
  deleted_bytes: bytes,
})

/** Columns chose the row; the body has the last word. One that cannot be read stays where it is. */
export function answersFilter(row: Stored<LocalOutputRecord>, filter: LocalOutputFilter): boolean {
  const read = row.read()
  if (!read.ok) return true
  const output = read.record
  return (
    (filter.include_deleted || output.deleted_at === undefined) &&
    (filter.dataset_id === undefined || output.dataset_id === filter.dataset_id) &&
    (filter.pipeline === undefined || output.pipeline === filter.pipeline)
  )
}

export function outputState(output: LocalOutputRecord): LocalOutputState {
  if (output.deleted_at !== undefined) return 'expired'
  if (!output.pre_existing) return 'present'
  return output.replaced ? 'replaced' : 'external'
}

/** Whole seconds since the last write; 0 when that lies in the future. */
export function outputAgeSecs(output: LocalOutputRecord, now: Timestamp): number {
  const age = nanosOf(now) - nanosOf(output.last_written_at)
  return age > 0n ? Number(age / 1_000_000_000n) : 0
}

/** Days this file is kept; null: for ever. */
export function retentionDays(output: LocalOutputRecord, defaultDays: number): number | null {
  const days = output.retention_days ?? defaultDays
  return days === 0 ? null : days
}

/** Is its time up? Says nothing about whether the file may be deleted: one that was there before us never is. */
export function isExpiredByAge(output: LocalOutputRecord, defaultDays: number, now: Timestamp): boolean {
  const days = retentionDays(output, defaultDays)
  return days !== null && outputAgeSecs(output, now) >= days * 86_400
}
