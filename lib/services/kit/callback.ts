import { writeJson } from '@/lib/contract/json'
import type { CallbackSpec, RunRecord } from '@/lib/contract/records/runs'
import { callbackAddressError } from '@/lib/derive/callback-check'
import type { Ctx } from './ctx'

const TIMEOUT_MS = 10_000
const WAITS_MS = [250, 500]

/**
 * Tells a run's end to whoever asked for it: whoever makes a run terminal does so, and here that is only the cancelling
 * of what nobody had begun. Best effort, up to three tries: what fails is logged and never fails the action.
 */
export async function deliverCallback(ctx: Ctx, run: RunRecord): Promise<void> {
  const { callback: spec } = run
  if (spec === undefined || (spec.on !== undefined && spec.on.length > 0 && !spec.on.includes(run.status))) return
  if (callbackAddressError(spec.url) !== null) return
  for (let attempt = 0; ; attempt++) {
    const failure = await attemptOnce(ctx, spec, run)
    if (failure === null) return
    const wait = WAITS_MS[attempt]
    if (!failure.again || wait === undefined) {
      ctx.log.warn('callback not delivered', { run_id: run.run_id, why: failure.why })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function attemptOnce(ctx: Ctx, spec: CallbackSpec, run: RunRecord) {
  try {
    const { status } = await ctx.send({
      url: spec.url,
      method: spec.method,
      headers: { ...spec.headers, 'content-type': 'application/json' },
      body: writeJson(payload(run, spec)),
      timeoutMs: TIMEOUT_MS,
    })
    if (status >= 200 && status < 300) return null
    const again = status < 400 || status >= 500 || status === 408 || status === 429
    return { again, why: `HTTP ${status}` }
  } catch (error) {
    return { again: true, why: error instanceof Error ? error.message : 'no answer' }
  }
}

function payload(run: RunRecord, { extra_fields = {} }: CallbackSpec) {
  const { run_id, status, name, labels, submitted_at, started_at, finished_at, elapsed_secs } = run
  return {
    event: `run.${status}`,
    run_id,
    status,
    name,
    labels,
    submitted_at: withOffset(submitted_at),
    started_at: started_at && withOffset(started_at),
    finished_at: finished_at && withOffset(finished_at),
    elapsed_secs,
    records_written: run.records_written,
    error: run.error,
    attempt: run.attempt,
    ...extra_fields,
  }
}

/** Callbacks print the offset where everything else prints `Z`. */
const withOffset = (at: string): string => at.replace(/Z$/, '+00:00')
