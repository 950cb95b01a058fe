import { isJsonObject, type Json, type JsonObject, parseJson, writeJson } from '@/lib/contract/json'
import type { Row } from '../support/suite'
import type { Rows, Step } from '../support/write-captures'

export interface Reply {
  status: number
  type: string | null
  location: string | null
  body: string
}

/** A step that comes to something else than it came to at the engine, on purpose. */
export interface DeliberateWrite {
  reason: string
  applies(step: Step): boolean
  /** What it must come to instead, compared like every other step. */
  adjust?(step: Step): Step
  /** Why it is not what it is meant to be; null: it is. Asked where there is nothing to compare with, or not everything. */
  holds?(reply: Reply, after: Rows, step: Step): string | null
  /** The engine on the store does it in our place: what we did is taken back, and its rows are put there. */
  isEngines?: true
}

/** Steps of which an engine had begun something before they were asked: its rows are put there first. */
export const begunBefore = (step: Step): boolean => BEGUN.some((applies) => applies(step))

const at =
  (scenario: string, ...steps: (number | [from: number, to: number])[]) =>
  (step: Step): boolean =>
    step.scenario === scenario &&
    steps.some((one) => (typeof one === 'number' ? one === step.step : one[0] <= step.step && step.step <= one[1]))
const any =
  (...those: ((step: Step) => boolean)[]) =>
  (step: Step): boolean =>
    those.some((applies) => applies(step))

const BEGUN = [at('submit-cluster', 31), at('tenants', 109)]

/** What is left as it was at the engine, but for members of its JSON. */
const edited =
  (edit: (body: JsonObject) => JsonObject) =>
  (step: Step): Step => ({
    ...step,
    ...(step.body_text !== undefined && { body_text: editText(step.body_text, edit) }),
  })
const editText = (text: string, edit: (body: JsonObject) => JsonObject): string => {
  const body = parseJson(text)
  if (Array.isArray(body)) return writeJson(body.map((item) => (isJsonObject(item) ? edit(item) : item)))
  return isJsonObject(body) ? writeJson(edit(body)) : text
}
const editRows = (rows: Rows | undefined, table: string, edit: (row: Row) => Row): Rows | undefined =>
  rows && { ...rows, ...(rows[table] && { [table]: rows[table].map(edit) }) }
const editBoth = (step: Step, table: string, edit: (row: Row) => Row): Step => ({
  ...step,
  rows_before: editRows(step.rows_before, table, edit),
  rows_after: editRows(step.rows_after, table, edit),
})
const withoutRows = (step: Step): Step => ({ ...step, rows_before: undefined, rows_after: undefined })

/** Nothing of ours is known to compare with: an engine hashes the config as it types it. */
const OUR_HASHES = ['rows_after.faucet_serve_audit[].config_fingerprint', 'rows_after.faucet_serve_idem[].fingerprint']

/** The row as we leave it for whoever claims it. */
const unowned = (row: Row): Row => ({
  ...row,
  owner: null,
  lease_expires_at: null,
  body: editText(row['body'] ?? '', (body) => ({ ...body, caller_config: true })),
})
const enqueuedRow = (step: Step): Step => ({
  ...editBoth(step, 'faucet_serve_runs', unowned),
  volatile: [...step.volatile, ...OUR_HASHES],
})

const pending = edited((body) => (body['run_id'] === undefined ? body : { ...body, status: 'pending' }))

/** Of a run that an engine alone would hold in its memory: the row that a member of the cluster finds. */
function isEnqueued(_: Reply, { faucet_serve_runs: runs = [], faucet_serve_audit: audit = [] }: Rows): string | null {
  const [row] = runs
  if (runs.length !== 1 || row?.['status'] !== 'pending' || row['owner'] !== null)
    return 'no pending row without an owner'
  const body = parseJson(row['body'] ?? '')
  if (!isJsonObject(body) || typeof body['config_body'] !== 'string') return 'no config for whoever claims it'
  if (!audit.some(({ action }) => action === 'run.submit')) return 'the submission was not filed'
  return audit.every(({ config_fingerprint: hash }) => hash === null || /^[0-9a-f]{64}$/.test(hash ?? ''))
    ? null
    : 'a fingerprint is none'
}

const accepted = (reply: Reply, after: Rows, step: Step): string | null =>
  reply.status === 202 ? isEnqueued(reply, after) : `status ${reply.status}, engine ${step.status}`

const needsEngine = ({ status, body }: Reply): string | null =>
  status === 503 && body.includes('a running engine is needed to') ? null : `status ${status}: ${body.slice(0, 200)}`

/** The plan of a run or of a pipeline's registration: only an engine can make one. */
const withoutPlan = (change: JsonObject): JsonObject => {
  const { plan: _, ...rest } = change
  const inner = rest['change']
  if (isJsonObject(inner)) return { ...rest, change: withoutPlan(inner) }
  return rest
}
const isPlanned = ({ kind }: JsonObject): boolean => kind === 'run' || kind === 'template_register'
const unplan = (body: JsonObject): JsonObject => (isPlanned(body) || 'change' in body ? withoutPlan(body) : body)
const unplanned = (step: Step): Step =>
  editBoth(edited(unplan)(step), 'faucet_serve_changes', (row) => ({
    ...row,
    body: editText(row['body'] ?? '', unplan),
  }))

/** Approved here: as with an engine, but that the run waits for whoever claims it. */
function isCarriedOut(reply: Reply, after: Rows): string | null {
  const why = isEnqueued(reply, { ...after, faucet_serve_audit: [] })
  if (why !== null && why !== 'the submission was not filed') return why
  const actions = (after['faucet_serve_audit'] ?? []).map(({ action }) => action).sort()
  const isFiled = actions.join() === 'change.approved,change.executed,run.submit'
  if (!isFiled) return `filed: ${actions.join()}`
  const [change] = after['faucet_serve_changes'] ?? []
  const [run] = after['faucet_serve_runs'] ?? []
  return (run?.['body'] ?? '').includes(`"change":"${change?.['id']}"`) ? null : 'the run does not name its change'
}

const trusted = (body: JsonObject): JsonObject => {
  const inner = body['change']
  return isJsonObject(inner) ? { ...body, change: trusted(inner) } : { ...body, trusted_config: true }
}

const reportedKeys = (report: JsonObject): JsonObject => ({
  ...report,
  state_keys_deleted: 0,
  state_keys_not_deleted: ['acme::tenant-sync::row-0', 'acme::via_api::row-0'].map(
    (key) => `${key}: kept in a state store that only an engine reaches; clear it there`,
  ),
})

/** The words of a parser are its own; what they are about is not. */
const inOtherWords =
  (start: string) =>
  ({ status, body }: Reply, _: Rows, step: Step): string | null => {
    if (status !== step.status) return `status ${status}, engine ${step.status}`
    const [ours, theirs] = [parseJson(body), parseJson(step.body_text ?? '')].map(messageOf)
    return ours?.startsWith(start) && theirs?.startsWith(start) ? null : `${ours} and ${theirs}`
  }
const messageOf = (body: Json): string => {
  const error = isJsonObject(body) ? body['error'] : null
  return isJsonObject(error) ? `${error['code']}: ${error['message']}` : ''
}

export const DELIBERATE_WRITES: readonly DeliberateWrite[] = [
  {
    reason:
      'a run that is submitted here has no owner yet, says that a caller supplied its config, and bears our hashes',
    applies: any(at('submit-cluster', [5, 20], 24, 26, 29)),
    adjust: enqueuedRow,
  },
  {
    reason: 'an engine that is alone keeps the run in its memory; here it waits in the store for a member of a cluster',
    applies: any(
      at('submit-single', [3, 19], 26, 27, 77, 78, 79, 85),
      at('queue-full', [1, 3]),
      at('templates', 29, 35, 41, [43, 45], 50, 53),
    ),
    adjust: (step) => withoutRows(pending(step)),
    holds: isEnqueued,
  },
  {
    reason: 'a key that was used names the run as it stands here',
    applies: any(at('submit-single', 20, [23, 25]), at('templates', 54)),
    adjust: pending,
  },
  {
    reason: 'the same run, which an engine then executes',
    applies: any(
      at('tenants', 65, 97, 105),
      at('catalog', 1, 3, 37),
      at('submit-cluster', 3, 4),
      at('life', 1, 4, 6, 8, 10),
    ),
    adjust: (step) => withoutRows(pending(step)),
    holds: isEnqueued,
    isEngines: true,
  },
  {
    reason:
      'only an engine types configs, expands rows, resolves references and looks at connections: the run fails there',
    applies: any(at('submit-single', 66, 68, 69, 76, 81), at('tenants', 66, 68)),
    holds: accepted,
    isEngines: true,
  },
  {
    reason: 'the queue of an engine is in its memory',
    applies: at('queue-full', 4),
    holds: accepted,
    isEngines: true,
  },
  {
    reason: 'the row of a queued run is another one, and so are its cancelled and its deleted one',
    applies: at('submit-single', 86, 89),
    adjust: withoutRows,
  },
  {
    reason: 'nobody has begun the run here: it is cancelled at once, and is what it was when it was submitted',
    applies: at('submit-single', 92),
    adjust: withoutRows,
    holds: (_, { faucet_serve_runs: runs = [] }) =>
      runs[0]?.['status'] === 'cancelled' ? null : 'it is not cancelled',
  },
  {
    reason: 'the same run, read and deleted',
    applies: at('submit-single', 93, 94),
    holds: ({ status, body }) =>
      status === 204 || (status === 200 && body.includes('"status":"cancelled"')) ? null : `status ${status}`,
  },
  {
    reason: 'what runs in an engine outside a cluster, only that engine can stop',
    applies: at('tenants', 109),
    holds: ({ status, body }) => (status === 503 && body.includes('cancel it at that engine') ? null : body),
    isEngines: true,
  },
  {
    reason: 'the YAML and JSON parsers of engines have other words',
    applies: any(at('submit-single', 71, 84), at('changes', 13), at('gated', 3)),
    holds: inOtherWords('bad_config: invalid '),
  },
  {
    reason: 'the YAML parser of engines has other words',
    applies: at('templates', 55),
    holds: inOtherWords('unprocessable: config error: invalid YAML: '),
  },
  {
    reason: 'what a sink template means, only an engine checks',
    applies: at('templates', 72),
    holds: ({ status }) => (status === 201 ? null : `status ${status}`),
    isEngines: true,
  },
  {
    reason: 'which kinds of credentials an engine was built for, only it knows',
    applies: at('tenants', 54),
    holds: ({ status }) => (status === 201 ? null : `status ${status}`),
    isEngines: true,
  },
  {
    reason: 'which kinds of credentials an engine was built for, only it knows; this one is wrong here, too',
    applies: at('tenants', 55),
    holds: inOtherWords('bad_config: provider: Config error: '),
  },
  {
    reason: 'several templates are composed, and several tenants served, by an engine',
    applies: any(at('templates', 79, 80, 121), at('tenants', [99, 102])),
    holds: needsEngine,
    isEngines: true,
  },
  {
    reason: 'a plan of rows is made by an engine; without one there is none, and it is never made up',
    applies: any(
      at('changes', [3, 5], 9, 22, 24, 32, 36, 38, 45, 46, 48, 51, 52, 54),
      at('gated', 2, 4),
      at('modes', 6, 14, 22, 30),
      at('tenants', 108),
    ),
    adjust: unplanned,
  },
  {
    reason: 'the same, of a config that is a registered template, which is said with it',
    applies: at('gated', 10),
    adjust: (step) =>
      editBoth(edited(trusted)(unplanned(step)), 'faucet_serve_changes', (row) => ({
        ...row,
        body: editText(row['body'] ?? '', trusted),
      })),
  },
  {
    reason: 'an approved run is planned and begun by an engine; here it waits for a member of the cluster',
    applies: any(at('changes', 27, 33, 47), at('gated', 12), at('modes', 7, 15)),
    adjust: (step) => withoutRows(unplanned(step)),
    holds: isCarriedOut,
  },
  {
    reason: 'an engine writes that a request has lapsed when it starts; here whoever asks for it does',
    applies: at('changes', 53),
    adjust: withoutRows,
    holds: (_, { faucet_serve_changes: changes = [], faucet_serve_audit: audit = [] }) =>
      changes.length === 1 && changes[0]?.['status'] === 'expired' && audit[0]?.['principal'] === 'system:expiry'
        ? null
        : 'it was not written, or not filed',
  },
  {
    reason: 'an engine lets nobody submit ranges of windows where runs need approval; nobody does it here',
    applies: at('gated', 11),
    holds: needsEngine,
    isEngines: true,
  },
  {
    reason:
      'the keys of pipelines are in stores of their own, which only an engine opens: they are named in the report',
    applies: at('tenants', 110),
    adjust: (step) => edited(reportedKeys)(unplanned(step)),
  },
  {
    reason: "files on an engine's disk are its own",
    applies: any(at('catalog', [20, 31], [33, 35], 39)),
    holds: needsEngine,
    isEngines: true,
  },
  {
    reason: 'triggers are fired by the engine that was configured with them',
    applies: at('triggers', [2, 4], [6, 11]),
    holds: needsEngine,
    isEngines: true,
  },
  {
    reason: 'this console has no triggers of its own, and sees the member that this replay puts there',
    applies: at('triggers', 12),
    adjust: edited((body) => ({ ...body, triggers: [], cluster: { enabled: true, instances: 1 } })),
  },
]
