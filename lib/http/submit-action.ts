import 'server-only'
import { z } from 'zod'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { parseJson, writeJson } from '@/lib/contract/json'
import { Count, Labels, Opaque } from '@/lib/contract/records/primitives'
import { SubmitRunBody } from '@/lib/derive/run-requests'
import { readForm, type Submission, type SubmitState } from '@/lib/derive/submission-form'
import { formOf } from '@/lib/derive/submission-form-data'
import { getRuntime } from '@/lib/runtime/runtime'
import { backfill, doctor, plan, verify } from '@/lib/services/engine/operations'
import { rerunRun } from '@/lib/services/runs/rerun-run'
import { submitRun } from '@/lib/services/runs/submit-run'
import { pathToRun } from '@/lib/url/paths'
import { answering, engineAction } from './answer-action'
import { runSubmitted } from './answers/run-writes'
import { membersOf } from './checked-body'
import { goTo } from './page-context'

const Body = SubmitRunBody.extend({ tenant: z.string().optional() })

/** What `POST /v1/runs` of that JSON text would answer; `tenant` in it stands for the tenant's own path. */
export const submitText = (text: string): Promise<ToldAnswer> =>
  answering(submitRun.label, text, async (ctx, body) => {
    const request = membersOf(Body, body) as Submission
    return runSubmitted.answer(await submitRun(ctx, request), ctx)
  })

const Again = z.object({ run_id: z.string(), idempotency_key: z.string() })

/** The same of a run that is to run again: its id, and a key for this one press of the button. */
export const rerunText = (text: string): Promise<ToldAnswer> =>
  answering(rerunRun.label, text, async (ctx, body) => {
    const input = membersOf(Again, body) as z.input<typeof Again>
    return runSubmitted.answer(await rerunRun(ctx, input), ctx)
  })

const Config = z.object({ config: z.string(), config_format: SubmitRunBody.shape.config_format })

/** Probes of source and sink, and what a run would do: an engine's to say. */
export const checkText = engineAction(doctor, '/v1/doctor', Config)
export const planText = engineAction(
  plan,
  '/v1/plan',
  Config.extend({
    row: z.string().optional(),
    sample: z.array(Opaque).optional(),
    impact: z.boolean().optional(),
    depth: Count.optional(),
  }),
)

/** Past windows, a run each; and what of a source is not in its destination: an engine's work as well. */
export const backfillText = engineAction(
  backfill,
  '/v1/backfill',
  Config.extend({
    from: z.string(),
    to: z.string(),
    window: z.string().optional(),
    timezone: z.string().optional(),
    name: z.string().optional(),
    labels: Labels.optional(),
    timeout_secs: Count.optional(),
    resume: z.boolean().optional(),
    restart: z.boolean().optional(),
  }),
)
export const verifyText = engineAction(
  verify,
  '/v1/verify',
  Config.extend({
    row: z.string().optional(),
    repair: z.boolean().optional(),
    allow_delete: z.boolean().optional(),
    dry_run: z.boolean().optional(),
    max_differences: Count.optional(),
  }),
)

/** The same of a form that was sent without scripts: on to the run, or back to the form with what is wrong. */
export async function enterSubmission(_: SubmitState, data: FormData): Promise<SubmitState> {
  const form = formOf(data)
  const { deps } = await getRuntime()
  const read = readForm(form, { hasEngine: deps.engine.absent() === null })
  if (!read.ok) return { form, problems: read.problems, answer: null }
  const answer = await submitText(writeJson(read.request))
  const runId = answer.status === 202 ? runIn(answer.text) : null
  if (runId !== null) goTo(pathToRun(runId))
  return { form, problems: [], answer }
}

const Accepted = z.object({ run_id: z.string().optional() })

function runIn(text: string): string | null {
  const read = Accepted.safeParse(parseJson(text))
  return (read.success && read.data.run_id) || null
}
