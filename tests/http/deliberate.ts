import type { Exchange, Reply } from '../support/captures'

/** An answer that is another than the engine's on purpose: for which questions, why, and what it must be instead. */
export interface Deliberate {
  reason: string
  applies(exchange: Exchange): boolean
  /** Why the reply is not even that; null: it is. */
  holds(reply: Reply): string | null
}

const expects =
  (status: number, code: string) =>
  ({ status: got, body }: Reply): string | null =>
    got === status && body.includes(`"code":"${code}"`)
      ? null
      : `expected ${status} ${code}, got ${got}: ${body.slice(0, 200)}`

/** What a process with connectors, or with the engine's disk, can answer. */
const ENGINE_ONLY =
  /^\/v1\/(schemas(\/[^/]+\/[^/]+)?(?![^?])|status|mirror|state|doctor|plan|verify|backfill|dlq|triggers|reload|templates\/matrix|templates\/[^/]+\/(rows|publish)|local-outputs\/[^/]+\/preview)(\/|\?|$)/
/** Said before the engine looked at what was asked. */
const isRefusal = ({ status, body = '' }: Exchange) =>
  status === 401 || status === 405 || (status === 403 && body.includes("principal '"))

export const DELIBERATE: readonly Deliberate[] = [
  {
    reason: 'U+0000 takes engines off a Postgres store: it is refused before any database',
    applies: ({ path }) => path.includes('%00'),
    holds: expects(400, 'bad_config'),
  },
  {
    reason: 'only an engine can answer: 503 with the reason, once it is settled who may ask',
    applies: (exchange) => ENGINE_ONLY.test(exchange.path) && !isRefusal(exchange) && exchange.method !== 'OPTIONS',
    holds: expects(503, 'unavailable'),
  },
  {
    reason: 'the newest audit row is one that this console filed, with an id and a time of its own',
    applies: ({ group, path, status }) => group === 'roles' && path === '/v1/audit?limit=1' && status === 200,
    holds: ({ status, body }) =>
      status === 200 && body.startsWith('{"entries":[{"id":"') ? null : `got ${status}: ${body}`,
  },
]

/** Paths that no handler of ours serves: the framework answers by itself, or the process tells of itself. */
export const ELSEWHERE: readonly { path: string; reason: string }[] = [
  { path: '/nope', reason: 'outside /v1 an unknown address is a page' },
  { path: '/metrics', reason: 'numbers of the process, not of the store' },
]
