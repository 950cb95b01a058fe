import type { Count, Timestamp } from '@/lib/contract/records/primitives'
import type { CallbackSpec, RunRecord, SelectionRequest } from '@/lib/contract/records/runs'
import { selectionText } from './selection'
import { byCodePoint } from './sorted-json'

/** What somebody asked for, checked; absent members were not given. */
export interface RunRequest {
  config_body: string
  config_format: 'yaml' | 'json'
  /** The `name` of the config. */
  pipeline?: string
  name?: string
  labels?: Readonly<Record<string, string>>
  idempotency_key?: string
  timeout_secs?: Count
  clock?: string
  concurrency?: Count
  callback?: CallbackSpec
  tenant?: string
  selection?: SelectionRequest
  pool?: string
  submitted_by?: string
}

/**
 * The run as an engine of 1.13 queues it for a cluster: the request's members under their own names, and the labels it
 * would have added (`pipeline`, `selection`) where the caller set none. Labels are in the order engines print them.
 */
export function pendingRun(run_id: string, submitted_at: Timestamp, request: RunRequest): RunRecord {
  const { pipeline, name, labels, idempotency_key, ...given } = request
  const added = {
    pipeline: pipeline ?? 'serve',
    ...(given.selection && { selection: selectionText(given.selection) }),
  }
  return {
    run_id,
    name: name ?? null,
    labels: sortedLabels({ ...added, ...labels }),
    status: 'pending',
    submitted_at,
    started_at: null,
    finished_at: null,
    elapsed_secs: null,
    records_written: 0,
    invocations: [],
    error: null,
    idempotency_key: idempotency_key ?? null,
    attempt: 0,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

const sortedLabels = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).sort(([a], [b]) => byCodePoint(a, b)))
