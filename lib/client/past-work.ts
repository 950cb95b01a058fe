import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { backfillConfig, verifyConfig } from '@/lib/actions/submit'
import { writeJson } from '@/lib/contract/json'
import type { Submission } from '@/lib/derive/submission-form'
import { runKeys } from './runs'
import { answerAs } from './submit'

type Config = Pick<Submission, 'config' | 'config_format'>

const Unit = z.object({
  unit: z.string(),
  start: z.string().nullish(),
  end: z.string().nullish(),
  /** submitted, not_submitted, or a word of a later engine. */
  status: z.string(),
  run_id: z.string().nullish(),
  error: z.string().nullish(),
})
const Backfilled = z.object({
  backfill: z.string().nullish(),
  planned: z.number().nullish(),
  submitted: z.number().nullish(),
  units: z.array(Unit).default([]),
})
export type Backfilled = z.infer<typeof Backfilled>

export interface BackfillQuestion extends Config {
  from: string
  to: string
  window?: string
  timezone?: string
  name?: string
  labels?: Record<string, string>
  timeout_secs?: number | bigint
}

/** A run for each past window. Sent again it goes on where it stopped: each window has a key of its own. */
export function useBackfill() {
  const queries = useQueryClient()
  return useMutation<Backfilled, Error, BackfillQuestion>({
    mutationFn: async (asked) => answerAs(Backfilled, await backfillConfig(writeJson(asked))),
    onSuccess: () => queries.invalidateQueries({ queryKey: runKeys.all }),
  })
}

const Whole = z.union([z.number(), z.bigint()]).nullish()
const Verified = z.object({
  row: z.string().nullish(),
  source: z.string().nullish(),
  destination: z.string().nullish(),
  key: z.array(z.string()).default([]),
  strategy: z.string().nullish(),
  ranges_compared: Whole,
  ranges_differing: Whole,
  rows_fetched_source: Whole,
  rows_fetched_dest: Whole,
  differences: z
    .array(z.object({ key: z.unknown(), kind: z.string(), columns: z.array(z.string()).nullish() }))
    .default([]),
  truncated: z.boolean().default(false),
  repaired_upserts: Whole,
  repaired_deletes: Whole,
  dry_run: z.boolean().default(false),
})
export type Verified = z.infer<typeof Verified>

export interface VerifyQuestion extends Config {
  row?: string
  repair?: boolean
  allow_delete?: boolean
  dry_run?: boolean
  max_differences?: number
}

/** Holds a destination against its source, and puts it right where that is asked for. */
export const useVerify = () =>
  useMutation<Verified, Error, VerifyQuestion>({
    mutationFn: async (asked) => answerAs(Verified, await verifyConfig(writeJson(asked))),
  })
