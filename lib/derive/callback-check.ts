import { type CallbackSpec, TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { isForbiddenHost } from './forbidden-hosts'
import { isTerminal } from './run-status'

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
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Why a completion callback cannot be taken, in the engine's words; null: it can (http-api.md 4.7). `isKept`: the run is a row
 * that others read before they run it.
 */
export function callbackError(spec: CallbackSpec, isKept: boolean): string | null {
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
  return callbackAddressError(url) ?? (isKept && Object.keys(headers).length > 0 ? NO_HEADERS : null)
}

/** A queued run is a row that every member of the cluster reads. */
const NO_HEADERS =
  'this callback carries `headers`, and a clustered server persists the run record so a peer can execute it — which ' +
  'would store those values in the shared run-history database in clear text. Authenticate the callback without a ' +
  'request header (e.g. a capability token embedded in a single-use URL path), or submit to a non-clustered server'

/** The same of its address alone. */
export function callbackAddressError(url: string): string | null {
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
