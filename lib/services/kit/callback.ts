import { writeJson } from '@/lib/contract/json'
import { type CallbackSpec, type RunRecord, TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { isTerminal } from '@/lib/derive/run-status'
import type { Ctx } from './ctx'
import { isForbiddenHost } from './forbidden-hosts'

const RESERVED = [
  'event',
  'run_id',
  'status',
  'name',
  'labels',
  'submitted_at',
  'started_at',
  'finished_at',
  'elapsed_secs',
  'records_written',
  'error',
  'attempt',
] as const
const TIMEOUT_MS = 10_000
const WAITS_MS = [250, 500]
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Why a completion callback cannot be taken, in the engine's words; null: it can (http-api.md 4.7). */
export function callbackError(spec: CallbackSpec): string | null {
  const { url, method, headers = {}, extra_fields = {}, on = [] } = spec
  if (url.trim() === '') return 'callback.url must be non-empty'
  if (method.trim() === '') return 'callback.method must be non-empty'
  if (!TOKEN.test(method)) return `callback.method \`${method}\` is not valid`
  const taken = Object.keys(extra_fields).find((name) => (RESERVED as readonly string[]).includes(name))
  if (taken !== undefined) {
    return `callback.extra_fields.${taken} collides with a field faucet emits — reserved keys are: ${RESERVED.join(', ')}`
  }
  const early = on.find((status) => !isTerminal(status))
  if (early !== undefined) {
    return (
      `callback.on contains non-terminal status \`${early}\` — a callback only fires on a terminal state ` +
      `(${TERMINAL_STATUSES.join(', ')})`
    )
  }
  return addressError(url) ?? (Object.keys(headers).length > 0 ? NO_HEADERS : null)
}

/** A queued run is a row that every member of the cluster reads. */
const NO_HEADERS =
  'this callback carries `headers`, and a clustered server persists the run record so a peer can execute it — which ' +
  'would store those values in the shared run-history database in clear text. Authenticate the callback without a ' +
  'request header (e.g. a capability token embedded in a single-use URL path), or submit to a non-clustered server'

function addressError(url: string): string | null {
  if (!URL.canParse(url)) {
    const why = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(url.trim()) ? 'it cannot be read' : 'relative URL without a base'
    return `callback.url is not a valid URL: ${why}`
  }
  const { protocol, hostname } = new URL(url)
  const scheme = protocol.slice(0, -1)
  if (scheme !== 'http' && scheme !== 'https') {
    return `callback.url scheme \`${scheme}\` is not allowed (http or https only)`
  }
  if (!isForbiddenHost(hostname)) return null
  return (
    `callback.url host \`${hostname}\` is a link-local / cloud-metadata address, which the server refuses to call. Add ` +
    'it to --callback-allow-host if this is genuinely intended'
  )
}

/**
 * Tells a run's end to whoever asked for it: whoever makes a run terminal does so, and here that is only the cancelling
 * of what nobody had begun. Best effort, up to three tries: what fails is logged and never fails the action.
 */
export async function deliverCallback(ctx: Ctx, run: RunRecord): Promise<void> {
  const { callback: spec } = run
  if (spec === undefined || (spec.on !== undefined && spec.on.length > 0 && !spec.on.includes(run.status))) return
  if (addressError(spec.url) !== null) return
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
