import type { ErrorCode } from '@/lib/contract/envelope'
import { isJsonObject, type Json, type JsonObject, writeJson } from '@/lib/contract/json'
import type { BudgetSpec } from '@/lib/contract/records/changes'
import { budgetError, mergeBudgets } from './budget'
import { type ConfigFormat, parseConfig, textAt } from './config-doc'
import { referenceError, referencesIn, textWith } from './config-references'
import { resolveParams } from './params'
import { isTopology, pipelineError } from './pipeline-check'
import { readShape } from './request-shape'
import { Budget, budgetJson, type SubmitRunRequest } from './run-requests'
import { sortedJson } from './sorted-json'
import { readParams } from './template-document'

/** A submission as it is stored: its text with the budget in it. */
export interface CheckedSubmission {
  config_body: string
  config_format: ConfigFormat
  pipeline: string | null
  /** What it says, members by name: the same meaning in another spelling is the same. */
  meaning: string
}
export type SubmissionCheck =
  | { ok: true; submission: CheckedSubmission }
  | { ok: false; code: ErrorCode; message: string }

/** Of whom and for whom it is. */
export interface Submitter {
  /** May name the engine's own environment, files and secrets. */
  isTrusted: boolean
  tenant: string | null
}

/**
 * The checks of a submission that need no connector (http-api.md 4.1, 4.4), the first failure wins. `budget` is the
 * request's with the tenant's; it becomes part of the document, so that whoever claims the run keeps to it.
 */
export function checkSubmission(
  { config, config_format, selection }: Pick<SubmitRunRequest, 'config' | 'config_format' | 'selection'>,
  budget: BudgetSpec | undefined,
  submitter: Submitter,
): SubmissionCheck {
  const wrongBudget = budget === undefined ? null : budgetError(budget)
  if (wrongBudget !== null) return no('bad_config', wrongBudget)
  const parsed = parseConfig(config, config_format)
  if (!parsed.ok) return no('bad_config', parsed.message)
  const { doc } = parsed
  if (budget !== undefined && !isJsonObject(doc)) return no('bad_config', 'config must be a mapping')
  if (selection !== undefined && isTopology(doc)) {
    return no(
      'bad_config',
      'this pipeline is a topology (`pipeline.nodes`) — it has no matrix rows to select; run it without a selection',
    )
  }
  const refused = referencesError(doc, submitter.isTrusted)
  if (refused !== null) return no('forbidden', refused)
  const wrong = bindingError(doc, submitter.tenant) ?? pipelineError(doc) ?? connectorError(doc)
  if (wrong !== null) return no('unprocessable', wrong)
  if (!isJsonObject(doc)) return no('unprocessable', 'config must be a mapping')
  if (doc['schedule'] !== undefined && doc['schedule'] !== null) {
    return no(
      'bad_config',
      'submitted config contains a `schedule:` block — serve runs once per submission; use `faucet schedule` for cron ' +
        'scheduling',
    )
  }
  const pipeline = textAt(doc, 'name')
  if (budget === undefined) {
    return yes({ config_body: config, config_format, pipeline, meaning: writeJson(sortedJson(doc)) })
  }
  return withBudget(doc, budget, pipeline)
}

/** The one check that is made of what an engine checks itself: it would read its own environment for whoever asks. */
export function checkReferences(
  { config, config_format }: Pick<SubmitRunRequest, 'config' | 'config_format'>,
  isTrusted: boolean,
): string | null {
  const parsed = parseConfig(config, config_format)
  return parsed.ok ? referencesError(parsed.doc, isTrusted) : null
}

const referencesError = (doc: Json, isTrusted: boolean): string | null =>
  referencesIn(doc).flatMap((body) => referenceError(body, isTrusted) ?? [])[0] ?? null

/** The document with the stricter of both budgets, printed as engines print it. */
function withBudget(doc: JsonObject, budget: BudgetSpec, pipeline: string | null): SubmissionCheck {
  const { budget: own = null } = doc
  const read = own === null ? null : readShape(Budget, own)
  if (read !== null && !read.ok) return no('bad_config', `budget: ${read.complaint}`)
  const merged = mergeBudgets(read === null ? {} : read.data, budget)
  const config_body = writeJson(sortedJson({ ...doc, budget: budgetJson(merged) }))
  return yes({ config_body, config_format: 'json', pipeline, meaning: config_body })
}

/** Tokens that must be bound before anything runs, and cannot be. */
function bindingError(doc: Json, tenant: string | null): string | null {
  const ofTenant = tenant === null ? textWith(doc, 'tenant.') : null
  if (ofTenant !== null) {
    return (
      `'${ofTenant}' references a \`\${tenant.*}\` token, which is bound only in a run started for a tenant (\`POST ` +
      '/v1/tenants/{tenant}/runs` or `/v1/tenants/{tenant}/templates/{id}/runs`)'
    )
  }
  const declared = readParams(isJsonObject(doc) ? (doc['params'] ?? null) : null)
  if (typeof declared === 'string') return declared
  const bound = resolveParams(declared, {})
  if (!bound.ok) return bound.message
  const stray = referencesIn(doc).find((body) => body.startsWith('param.') && !Object.hasOwn(declared, nameIn(body)))
  return stray === undefined
    ? null
    : `interpolation '\${${stray}}' references undeclared param '${nameIn(stray)}' (declare it under top-level \`params:\`)`
}

const nameIn = (body: string): string => body.slice('param.'.length).trim()

/** Programs on the engine's host are nobody's to start from here. */
function connectorError(doc: Json): string | null {
  if (Array.isArray(doc)) return doc.reduce<string | null>((found, item) => found ?? connectorError(item), null)
  if (!isJsonObject(doc)) return null
  if (doc['type'] === 'singer') return 'connector type `singer` starts a program on the engine and may not be submitted'
  return Object.values(doc).reduce<string | null>((found, item) => found ?? connectorError(item), null)
}

const yes = (submission: CheckedSubmission): SubmissionCheck => ({ ok: true, submission })
const no = (code: ErrorCode, message: string): SubmissionCheck => ({ ok: false, code, message })
