import type { RunDigest } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'

/** What of a run went to dead letters, or came out of them. */
export interface DeadLetters {
  /** Batches of which some rows, or all, were sent away. */
  batches: number
  batchesWhole: number
  /** Rows; null: this engine does not count them. */
  failed: Count | null
  quarantined: Count | null
  /** Where they lie, as the run says. */
  location: string | null
  /** It wrote dead letters of this place, or of this run, once more. */
  replays: string | null
}

type Told = { labels: Readonly<Record<string, string>>; replay_of?: string | undefined }

/** Null: it sent none, names no place for them, and replays none. */
export function deadLettersOf(run: Told, { batches, rows }: RunDigest): DeadLetters | null {
  const named = 'dlq_location' in run ? run.dlq_location : undefined
  const letters: DeadLetters = {
    batches: Number(batches?.dlq_partial ?? 0),
    batchesWhole: Number(batches?.dlq_all ?? 0),
    failed: rows?.failed ?? null,
    quarantined: rows?.quarantined ?? null,
    location: typeof named === 'string' && named !== '' ? named : null,
    replays: Object.hasOwn(run.labels, 'dlq_replay') ? (run.replay_of ?? run.labels['dlq_replay'] ?? null) : null,
  }
  const { batches: some, batchesWhole: all, failed, quarantined, location, replays } = letters
  const sent = some + all > 0 || Number(failed ?? 0) > 0 || Number(quarantined ?? 0) > 0
  return sent || location !== null || replays !== null ? letters : null
}

/** Rows that lie there, as far as they were counted. */
export const lettersSent = ({ failed, quarantined }: DeadLetters): number | null =>
  failed === null && quarantined === null ? null : Number(failed ?? 0) + Number(quarantined ?? 0)
