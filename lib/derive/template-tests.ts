import { parse } from 'yaml'
import { isJsonObject, type JsonObject, parseJson } from '@/lib/contract/json'

/** What a stored test result of a template version says, as far as anybody looks at it. */
export interface TestResult {
  result_id: string
  id: string
  version: number
  recorded_at: string
  body_sha256: string
  passed: boolean
  /** Results of another form than 1 count as none. */
  schema: number
  cases: { name: string; passed: boolean; failure: string | null }[]
  error: string | null
}

export function readTestResult(text: string): TestResult | null {
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    return null
  }
  if (!isJsonObject(body)) return null
  return {
    result_id: textIn(body, 'result_id') ?? '',
    id: textIn(body, 'id') ?? '',
    version: Number(body['version']),
    recorded_at: textIn(body, 'recorded_at') ?? '',
    body_sha256: textIn(body, 'body_sha256') ?? '',
    passed: body['passed'] === true,
    schema: Number(body['schema'] ?? 0),
    cases: (Array.isArray(body['cases']) ? body['cases'] : []).filter(isJsonObject).map((one) => ({
      name: textIn(one, 'name') ?? '',
      passed: one['passed'] === true,
      failure: textIn(one, 'failure'),
    })),
    error: textIn(body, 'error'),
  }
}

const textIn = (object: JsonObject, name: string): string | null => {
  const value = object[name]
  return typeof value === 'string' ? value : null
}

/** Does a template's text declare tests? What cannot be read declares none. */
export function hasTests(text: string): boolean {
  try {
    const document: unknown = parse(text)
    return typeof document === 'object' && document !== null && 'tests' in document && document.tests !== null
  } catch {
    return false
  }
}

export interface TestStanding {
  status: 'passing' | 'failing' | 'untested' | 'no_tests'
  reason?: string
  failing?: string[]
  result_at?: string
  evidence?: string
}

const RESULT_SCHEMA = 1
const NO_CASES = 'the bundle produced no cases'
const DOC = 'https://faucet-hq.github.io/faucet-stream/cookbook/templates.html#template-tests-and-labels'

/**
 * How a version stands with its tests: by the newest result of this very text, whatever engine ran it. Results come
 * newest first.
 */
export function testStanding(
  { id, version, bodySha256, isTested }: { id: string; version: number; bodySha256: string; isTested: boolean },
  results: readonly TestResult[],
): TestStanding {
  if (!isTested) {
    const reason = `v${version} has no \`tests:\` block — register a new version that adds one, then launch that (${DOC})`
    return { status: 'no_tests', reason }
  }
  const decides = results.find(
    (result) => result.schema >= RESULT_SCHEMA && result.result_id !== '' && result.body_sha256 === bodySha256,
  )
  if (decides === undefined) return { status: 'untested', reason: `nobody has run the tests of v${version} yet` }
  const { recorded_at: result_at, result_id: evidence, passed, cases, error } = decides
  if (passed) return { status: 'passing', result_at, evidence }
  if (cases.length === 0 && error === NO_CASES) {
    return { status: 'no_tests', reason: `the \`tests:\` block of v${version} makes no cases`, result_at, evidence }
  }
  const failing = cases.filter((one) => !one.passed).map(({ name, failure }) => `${name}: ${failure ?? 'failed'}`)
  return {
    status: 'failing',
    reason: `the latest test run of v${version} failed — fix the template and register a new version, or rerun \`faucet template test ${id}@${version}\``,
    ...(failing.length > 0 && { failing }),
    result_at,
    evidence,
  }
}
