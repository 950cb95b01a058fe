import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { rerunRun, submitRun } from '@/lib/actions/submit'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { writeJson } from '@/lib/contract/json'
import type { Submission } from '@/lib/derive/submission-form'
import { pathToEditRun } from '@/lib/url/paths'
import { type ApiError, refusal } from './api-error'
import { runKeys } from './runs'
import { jsonAs, wireQuery } from './wire-query'

const Runner = z.object({
  /** Null: none is configured. */
  engine: z.object({ answers: z.boolean(), knows_you: z.boolean(), reason: z.string().nullable() }).nullable(),
  /** Why none can be asked. */
  no_engine: z.string().nullable(),
  members: z.array(
    z.object({
      instance_id: z.string(),
      in_flight: z.number(),
      max_concurrent: z.number(),
      pools: z.array(z.string()).nullable(),
      would_claim: z.boolean(),
    }),
  ),
  /** Why no row can be written. */
  store_is_closed: z.string().nullable(),
  needs_approval: z.boolean(),
})
export type Runner = z.infer<typeof Runner>

/** As often as members beat. */
const BEAT_MS = 10_000

/** Who would run what is submitted now. */
export const runnerQuery = () => ({
  ...wireQuery<Runner>({ queryKey: ['submit', 'runner'], path: '/console/submit', read: jsonAs(Runner) }),
  refetchInterval: BEAT_MS,
})

/** Would somebody take it? */
export const isRunnable = (runner: Runner): boolean =>
  runner.engine === null
    ? runner.store_is_closed === null && runner.members.some(({ would_claim }) => would_claim)
    : runner.engine.answers && runner.engine.knows_you

const Tenant = z.object({ id: z.string(), name: z.string().nullish(), suspended: z.boolean().default(false) })

/** Whom a run can be for; a store without tenants has none. */
export const tenantsQuery = () => ({
  ...wireQuery<z.output<typeof Tenant>[]>({
    queryKey: ['submit', 'tenants'],
    path: '/v1/tenants',
    read: (text) => jsonAs(z.array(Tenant.nullable().catch(null)))(text).filter((tenant) => tenant !== null),
  }),
  staleTime: 60_000,
})

const EarlierRun = z.object({
  run_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  submitted_at: z.string(),
})

/** The run that holds an idempotency key. */
export const earlierRunQuery = (key: string, tenant: string) => {
  const search = new URLSearchParams({ key, ...(tenant !== '' && { tenant }) })
  return {
    ...wireQuery<z.output<typeof EarlierRun>>({
      queryKey: ['submit', 'earlier', key, tenant],
      path: `/console/submit/earlier?${search}`,
      read: jsonAs(EarlierRun),
    }),
    enabled: key !== '',
  }
}

const Pairs = z.array(z.object({ name: z.string(), value: z.string() }))
const Words = z.array(z.string())
const Text = z.string()
const RunToEdit = z.object({
  run_id: Text,
  name: Text.nullable(),
  status: Text,
  submitted_at: Text,
  submitted_by: Text.nullable(),
  /** The template that it came of. */
  template: Text.nullable(),
  options: z
    .object({
      ...{ name: Text, timeout: Text, tenant: Text, clock: Text, concurrency: Text, labels: Pairs },
      ...{ select: Text, only: Text, skip: Text, tags: Text, row_status: Words, include_parents: Text },
      ...{ callback_url: Text, callback_method: Text, callback_headers: Pairs },
      ...{ callback_fields: Text, callback_on: Words },
    })
    .partial(),
  text: z.discriminatedUnion('state', [
    z.object({ state: z.literal('shown'), format: Text, body: Text, redacted: z.boolean() }),
    z.object({ state: z.literal('withheld') }),
    z.object({ state: z.literal('not_kept') }),
  ]),
})
export type RunToEdit = z.infer<typeof RunToEdit>

/** A run that somebody starts from: as it was then, however it went on. */
export const runToEditQuery = (runId: string) => ({
  ...wireQuery<RunToEdit>({
    queryKey: ['submit', 'from', runId],
    path: pathToEditRun(runId),
    read: jsonAs(RunToEdit),
  }),
  staleTime: Number.POSITIVE_INFINITY,
})

const Accepted = z.object({
  run_id: z.string().optional(),
  /** Instead of a run: others must approve it first. */
  change_id: z.string().optional(),
  status: z.string(),
})
export type Accepted = z.infer<typeof Accepted>

/** Submits a run as `POST /v1/runs` would; what the server refuses is the error. */
export function useSubmitRun() {
  const queries = useQueryClient()
  return useMutation<Accepted, Error, Submission>({
    mutationFn: async (request) => answerAs(Accepted, await submitRun(writeJson(request))),
    onSuccess: () => queries.invalidateQueries({ queryKey: runKeys.all }),
  })
}

/** Runs a run again with what was kept of it, as a new one. `idempotency_key` is made once for each question that is asked. */
export function useRerunRun() {
  const queries = useQueryClient()
  return useMutation<Accepted, Error, { run_id: string; idempotency_key: string }>({
    mutationFn: async (again) => answerAs(Accepted, await rerunRun(writeJson(again))),
    onSuccess: () => queries.invalidateQueries({ queryKey: runKeys.all }),
  })
}

/** What an action told of an answer, read; a refusal is thrown as the error that pages know. */
export function answerAs<S extends z.ZodType>(schema: S, told: ToldAnswer): z.output<S> {
  if (told.status >= 400) throw refusalOf(told)
  return jsonAs(schema)(told.text)
}

export function refusalOf({ status, text, retry_after, request_id }: ToldAnswer): ApiError {
  const headers = new Headers({ 'x-request-id': request_id })
  if (retry_after !== null) headers.set('retry-after', retry_after)
  return refusal(status, text, headers)
}
