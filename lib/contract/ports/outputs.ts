import type { LocalOutputFilter, LocalOutputObservation, LocalOutputRecord } from '../records/outputs'
import type { Timestamp } from '../records/primitives'
import type { Stored } from '../stored'

/** Local files that sinks opened (storage.md 4.9). Rows outlive their files and are never purged. */
export interface OutputsStore {
  /**
   * Notes that a run opened a file; the path is the key. The latest writer's facts replace the old ones; the first and last
   * time widen; "was there before us" stays as first seen, "replaced" once true stays; a deleted file exists again. Where
   * the store shows an engine from 1.13.3 on, a file that was deleted is judged anew. Written only while the body is
   * still what was read; one that cannot be read is never overwritten: `unreadable`.
   */
  record(observation: LocalOutputObservation): Promise<void>
  /** Last written first, then by path (code units). Without `include_deleted` only files that should be there. */
  list(filter: LocalOutputFilter): Promise<Stored<LocalOutputRecord>[]>
  /** Deleted ones too. */
  get(id: string): Promise<Stored<LocalOutputRecord> | null>
  /** Notes that the file is gone. False: no such record. Guarded like `record`. */
  markDeleted(id: string, at: Timestamp, bytes: number | bigint): Promise<boolean>
}
