import type { Exchange, Reply } from '../support/captures'

/**
 * Where an answer is another than that of engine 1.17.0 on purpose: members of which nothing is asked, or a whole answer
 * that must be something else.
 */
export interface LaterDifference {
  reason: string
  applies(exchange: Exchange): boolean
  /** Members, at any depth, that need not be there. */
  left?: readonly string[]
  /** Why the reply is not even what it should be instead; null: it is. */
  holds?(reply: Reply): string | null
}

const on = (route: RegExp, status?: number) => (exchange: Exchange) =>
  exchange.method === 'GET' && route.test(exchange.path) && (status === undefined || exchange.status === status)
const code = (status: number, word?: string) => (reply: Reply) =>
  reply.status === status && (word === undefined || reply.body.includes(`"code":"${word}"`))
    ? null
    : `expected ${status} ${word ?? ''}, got ${reply.status}: ${reply.body.slice(0, 160)}`

/** What a process with connectors, or with the engine's disk, can answer. */
const ENGINE_ONLY =
  /^\/v1\/(schemas(?!\/[^/]+$)|status|mirror|state|doctor|plan|verify|backfill|dlq|triggers\/|reload|templates\/matrix|templates\/[^/]+\/(rows|publish)|local-outputs\/[^/]+\/preview)/
const isRefusal = ({ status, body = '' }: Exchange) =>
  status === 401 || status === 405 || (status === 403 && body.includes("principal '"))

export const LATER_DIFFERENCES: readonly LaterDifference[] = [
  {
    reason: 'only an engine can answer: 503 with the reason, once it is settled who may ask',
    applies: (exchange) => ENGINE_ONLY.test(exchange.path) && !isRefusal(exchange) && exchange.method !== 'OPTIONS',
    holds: code(503, 'unavailable'),
  },
  {
    reason: 'cursors are those of 1.13.1, and both forms are taken',
    applies: on(/^\/v1\/(runs|catalog\/datasets)(\?|$)/, 200),
    left: ['next_cursor'],
  },
  {
    reason: 'a row without a pool says none: 1.17 prints the default',
    applies: on(/^\/v1\/(runs|templates\/[^/]+\/runs)/, 200),
    left: ['pool'],
  },
  {
    reason: 'how far the delivery of logs has come is not part of the run in 1.13.1',
    applies: on(/^\/v1\/runs\/[^/?]+$/, 200),
    left: ['log_export'],
  },
  {
    reason: 'a sealed config never leaves but opened, by the route that is for it',
    applies: on(/^\/v1\/(runs|templates\/[^/]+\/runs)(\?|\/|$)/, 200),
    left: ['config_body', 'config_format'],
  },
  {
    reason: 'what is named like a secret is hidden from everybody, admins too',
    applies: (exchange) =>
      on(/^\/v1\/runs\/[^/]+\/config$/, 200)(exchange) && (exchange.body ?? '').includes('inline-token'),
    holds: ({ status, body }) =>
      status === 200 && body.includes('***') && !body.includes('inline-token') ? null : body,
  },
  {
    reason: 'the config of a request is hidden from all who would not see it in a run',
    applies: on(/^\/v1\/changes(\?|\/|$)/, 200),
    left: ['config'],
  },
  {
    reason: 'the words of `labels` that hold `=` and no `:` ask for nothing: 1.13.1 was asked so and did not listen',
    applies: on(/^\/v1\/runs\?labels=team%3Ddata/, 200),
    holds: code(200),
  },
  {
    reason: 'unknown query parameters of the run list are ignored, as 1.13.1 does',
    applies: (exchange) => on(/^\/v1\/runs\?/, 400)(exchange) && (exchange.body ?? '').includes('unknown field'),
    holds: code(200),
  },
  {
    reason: 'query errors of the run list are plain text, as in 1.13.1',
    applies: (exchange) =>
      on(/^\/v1\/runs\?/, 400)(exchange) && (exchange.body ?? '').includes('Failed to deserialize'),
    holds: code(400),
  },
  {
    reason: 'pages of the audit trail name the next one only to whoever asks with `before` or `result`',
    applies: on(/^\/v1\/audit(\?|$)/, 200),
    left: ['next_before'],
  },
  {
    reason: 'the catalog tells its total to whoever asks with `total`',
    applies: on(/^\/v1\/catalog\/datasets(\?|$)/, 200),
    left: ['total'],
  },
  {
    reason: 'an unknown cursor of the catalog starts at the top, as in 1.13.1',
    applies: (exchange) =>
      on(/^\/v1\/catalog\/datasets\?.*cursor=/, 200)(exchange) && /"datasets":\[\]/.test(exchange.body ?? ''),
    holds: code(200),
  },
  {
    reason: 'the list of requests names the three kinds of 1.13.1 when it refuses another, and takes all five',
    applies: on(/^\/v1\/changes\?.*kind=/, 400),
    holds: code(400, 'bad_config'),
  },
  {
    reason:
      'the state of a template is that of 1.13.1: tests have a route of their own, and newest is the highest version',
    applies: on(/^\/v1\/templates(\/[^/?]+)?(\?|$)/),
    left: ['test_status', 'has_tests', 'stable_tests', 'evidence', 'newest', 'registrations', 'tests', 'body'],
  },
  {
    reason: 'newest is the highest version that is not retired, tested or not, as in 1.13.1',
    applies: on(/[?&]version=newest|\/versions\/newest\//),
    holds: code(200),
  },
  {
    reason: 'currencies are added up as in 1.13.1, and the report says nothing of its limit',
    applies: on(/^\/v1\/usage/, 200),
    holds: code(200),
  },
  {
    reason: 'viewers may plan, as in 1.13.1',
    applies: on(/^\/v1\/whoami$/, 200),
    left: ['permissions'],
  },
  {
    reason: 'a viewer who plans needs an engine like everybody',
    applies: ({ path, principal, status }) => path === '/v1/plan' && principal === 'viewer-one' && status === 403,
    holds: code(503, 'unavailable'),
  },
  {
    reason: 'a wrong token is not filed, as in 1.13.1',
    applies: ({ audit_added = [] }) => audit_added.some(({ action }) => action === 'auth.failed'),
    holds: ({ status }) => (status === 401 || status === 404 ? null : `got ${status}`),
  },
  {
    reason: 'readiness is told in the members of 1.13.1',
    applies: on(/^\/readyz$/, 200),
    left: ['draining', 'pools', 'members', 'triggers'],
  },
  {
    reason: 'wrong tokens are not counted here: 401, however many',
    applies: ({ group, status }) => group === 'lockout' && status === 429,
    holds: code(401, 'unauthorized'),
  },
  {
    reason: 'a bearer header is what writes need: a browser cannot be made to send one, so its Origin is not looked at',
    applies: ({ group, status }) => group === 'guard' && status === 403,
    holds: code(404, 'not_found'),
  },
  {
    reason: 'U+0000 takes engines off a Postgres store: it is refused before any database',
    applies: ({ path }) => path.includes('%00'),
    holds: code(400, 'bad_config'),
  },
  {
    reason: 'the newest audit row is one that this console filed',
    applies: ({ group, path, status }) => group === 'roles' && path === '/v1/audit?limit=1' && status === 200,
    holds: code(200),
  },
]

/** Paths that no handler of ours serves, or where the process tells of itself. */
export const LATER_ELSEWHERE: readonly string[] = ['/nope', '/metrics']
