import { z } from 'zod'
import { Count, record, Timestamp, U32 } from './primitives'

/** Which file it is on its disk, to tell it from another one at the same path. */
const FileIdentity = record({ dev: Count, ino: Count })
type FileIdentity = z.infer<typeof FileIdentity>

/** One local file that a sink opened (records.md 10). The row outlives the file. */
export const LocalOutputRecord = record({
  id: z.string(),
  path: z.string(),
  dataset_uri: z.string(),
  dataset_id: z.string(),
  kind: z.string(),
  pipeline: z.string(),
  row: z.string(),
  run_id: z.string(),
  pre_existing: z.boolean(),
  replaced: z.boolean().default(false),
  retention_days: U32.optional(),
  first_written_at: Timestamp,
  last_written_at: Timestamp,
  deleted_at: Timestamp.optional(),
  deleted_bytes: Count.optional(),
  host: z.string().optional(),
  file_id: FileIdentity.optional(),
})
export type LocalOutputRecord = z.infer<typeof LocalOutputRecord>

/** What a run reports of a file it opened. */
export interface LocalOutputObservation {
  path: string
  dataset_uri: string
  dataset_id: string
  kind: string
  pipeline: string
  row: string
  run_id: string
  /** It was there before anybody of ours opened it: never ours to delete. */
  pre_existing: boolean
  /** The sink truncated it. */
  replaced: boolean
  /** Days to keep it; 0 keeps it for ever, none: the default of the reader. */
  retention_days?: number
  observed_at: Timestamp
  host?: string
  file_id?: FileIdentity
}

export interface LocalOutputFilter {
  dataset_id?: string
  pipeline?: string
  include_deleted: boolean
  /** 0: no limit. */
  limit: number
}

export type LocalOutputState = 'present' | 'expired' | 'external' | 'replaced'
