import { z } from 'zod'
import { parseJson } from '@/lib/contract/json'
import { type InvocationArrangement, InvocationRow, RunDigest } from '@/lib/contract/records/invocations'
import { Count } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { pathToRunPart } from '@/lib/url/paths'
import { type ShardFilter, shardInput } from '@/lib/url/run-shards'
import { runKeys } from './runs'
import { jsonAs, wireQuery } from './wire-query'
import { tolerant, type WireRow } from './wire-row'

/** A run without what has a tab, or a digest, of its own. */
const HeadRecord = RunRecord.omit({ invocations: true, doctor_report: true, config_body: true })
export type HeadRecord = z.infer<typeof HeadRecord>

const ShardProgress = z.object({
  total: z.number(),
  completed: z.number(),
  failed: z.number(),
  running: z.number(),
  pending: z.number(),
  cancelled: z.number(),
})

/** What the body of a run does not say. */
const RunFacts = z.object({
  owner: z.string().nullable(),
  lease_expires_at: z.string().nullable(),
  cancel_requested: z.string().nullable(),
  /** Null: it has none. */
  shards: ShardProgress.nullable(),
  /** Who submitted it; null: not recorded, or not for this viewer. */
  submission: z
    .object({
      by: z.string(),
      role: z.string(),
      source_ip: z.string().nullable(),
      config_fingerprint: z.string().nullable(),
    })
    .nullable(),
  /** Why what only an engine can do is not available; null: it is. */
  engine: z.string().nullable(),
  /** Its submitted text is kept. */
  has_config: z.boolean(),
  /** What it limits the run to. */
  budget: z
    .object({
      max_records: Count.optional(),
      max_bytes: Count.optional(),
      max_duration_secs: Count.optional(),
      allowed_sinks: z.array(z.string()).optional(),
    })
    .nullable(),
})
export type RunFacts = z.infer<typeof RunFacts>

const Head = z.object({ run: tolerant(HeadRecord), digest: RunDigest.nullable(), facts: RunFacts })
export interface RunHead {
  run: WireRow<HeadRecord>
  /** Null: the run cannot be read. */
  digest: RunDigest | null
  facts: RunFacts
}

/** What stands on every tab of a run. */
export const runHeadQuery = (runId: string) =>
  wireQuery<RunHead>({ queryKey: runKeys.detail(runId), path: pathToRunPart(runId), read: jsonAs(Head) })

const Invocations = z.object({ total: z.number(), is_whole: z.boolean(), rows: z.array(InvocationRow) })
export type Invocations = z.infer<typeof Invocations>

/** A number of so many digits that the native parser may round it. */
const LONG_NUMBER = /[:[,]\d{16}/
/** Thousands at once: the native parser takes a tenth of the time, and is asked wherever it loses nothing. */
const readInvocations = (text: string): Invocations =>
  Invocations.parse(LONG_NUMBER.test(text) ? parseJson(text) : JSON.parse(text))

/** The page brings this many along; more are read once it has woken up. */
const FIRST_INVOCATIONS = 250

/** As the route takes it. */
export const firstInvocationsInput = ({ isDescending, status, kind, ...asked }: InvocationArrangement) => ({
  limit: String(FIRST_INVOCATIONS),
  is_descending: String(isDescending),
  ...(status !== null && { status }),
  ...(kind !== null && { kind }),
  ...asked,
})

/** Something to begin with: all of them, or the first of those that are asked for. */
export const firstInvocationsQuery = (runId: string, asked: InvocationArrangement) => {
  const search = new URLSearchParams(firstInvocationsInput(asked))
  return wireQuery<Invocations>({
    queryKey: [...runKeys.detail(runId), 'invocations', 'first', search.toString()],
    path: `${pathToRunPart(runId, 'invocations')}?${search}`,
    read: readInvocations,
  })
}

/** Every one of them, in the run's own order. */
export const invocationsQuery = (runId: string) =>
  wireQuery<Invocations>({
    queryKey: [...runKeys.detail(runId), 'invocations', 'all'],
    path: pathToRunPart(runId, 'invocations'),
    read: readInvocations,
  })

const Calls = z.record(z.string(), Count).optional()
const Used = z.object({
  records_read: Count,
  records_written: Count,
  bytes_read: Count,
  bytes_written: Count,
  source_roundtrips: Calls,
  sink_roundtrips: Calls,
  source_retries: Calls,
  throttled: Count.optional(),
  throttle_wait_secs: z.number().optional(),
  cost: z.object({
    currency: z.string(),
    total: z.number(),
    hosted_equivalent: z.number(),
    lines: z.array(
      z.object({ item: z.string(), quantity: z.number(), unit: z.string(), rate: z.number(), amount: z.number() }),
    ),
    not_reported: z.array(z.string()).optional(),
  }),
})
export type Used = z.infer<typeof Used>
const Invocation = z.object({
  row: InvocationRow,
  error: z.string().nullable(),
  used: Used.nullable(),
  of_row: z.number(),
})
export type Invocation = z.infer<typeof Invocation>

/** One invocation, whole. */
export const invocationQuery = (runId: string, row: string, parent: string | null) => {
  const search = new URLSearchParams({ row, ...(parent !== null && { parent }) })
  return wireQuery<Invocation>({
    queryKey: [...runKeys.detail(runId), 'invocation', row, parent],
    path: `${pathToRunPart(runId, 'invocation')}?${search}`,
    read: jsonAs(Invocation),
  })
}

const Shard = z.object({
  shard_id: z.string(),
  descriptor: z.string(),
  size_estimate: Count.nullable(),
  status: z.string(),
  owner: z.string().nullable(),
  lease_expires_at: z.string().nullable(),
  attempt: z.number(),
  finished_at: z.string().nullable(),
})
export type Shard = z.infer<typeof Shard>
const Shards = z.object({
  shards: z.array(Shard),
  /** All of them, by status word. */
  counts: z.array(z.object({ status: z.string(), count: z.number() })),
  next: z.string().nullable(),
})
type Shards = z.infer<typeof Shards>

/** A page of shards by id, and how many there are of each status. */
export const shardsQuery = (runId: string, filter: ShardFilter) => {
  const search = new URLSearchParams(shardInput(filter)).toString()
  return wireQuery<Shards>({
    queryKey: [...runKeys.detail(runId), 'shards', search],
    path: `${pathToRunPart(runId, 'shards')}${search === '' ? '' : `?${search}`}`,
    read: jsonAs(Shards),
  })
}

const Near = z.object({
  run_id: z.string(),
  status: z.string(),
  submitted_at: z.string(),
  ms: z.number().nullable(),
  rows: z.number().nullable(),
  error: z.string().nullable(),
})
const Neighbours = z.object({ before: z.array(Near), after: z.array(Near), reached: z.string().nullable() })
export type Neighbours = z.infer<typeof Neighbours>

/** Runs of the same name around a run, the nearest first on both sides. */
export const neighboursQuery = (runId: string) => ({
  ...wireQuery<Neighbours>({
    queryKey: ['runs', 'neighbours', runId],
    path: pathToRunPart(runId, 'neighbours'),
    read: jsonAs(Neighbours),
  }),
  staleTime: 60_000,
})

const SubmittedText = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not_kept') }),
  z.object({ state: z.literal('withheld') }),
  z.object({ state: z.literal('shown'), format: z.string(), body: z.string(), redacted: z.boolean() }),
])
type SubmittedText = z.infer<typeof SubmittedText>

/** The text a run was submitted with, or why it is not shown. */
export const submittedTextQuery = (runId: string) =>
  wireQuery<SubmittedText>({
    queryKey: [...runKeys.detail(runId), 'config'],
    path: pathToRunPart(runId, 'config'),
    read: jsonAs(SubmittedText),
  })
