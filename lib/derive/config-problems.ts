import { isPair, visit } from 'yaml'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { type ConfigFormat, parseConfig } from './config-doc'
import { referenceError, referencesIn } from './config-references'
import { isSecretName } from './config-secrets'
import { type ConfigTree, leavesOf, nameOf, nameSpanAt, readTree, type Span, spanAt, spanOf } from './config-tree'
import { HIDDEN } from './mask'
import { resolveParams } from './params'
import { pipelineError } from './pipeline-check'
import { readParams } from './template-document'

/** Something in a config text that somebody should look at, with its place. */
export interface ConfigProblem extends Span {
  /** error: it would be refused, or cannot be meant · warning: it looks wrong · hint: there is a better way. */
  severity: 'error' | 'warning' | 'hint'
  message: string
  /** From 1. */
  line: number
}

export interface Reader {
  /** May name the engine's own environment, files and secrets. */
  isTrusted: boolean
  /** The run is for a tenant. */
  hasTenant: boolean
  /** It is read by nobody but an engine; else it is kept in the history as it stands. */
  hasEngine: boolean
}

/** More than these are not read by anybody. */
const MOST = 100

/** Everything about a text that can be told without a connector, in the order of the text. */
export function configProblems(text: string, format: ConfigFormat, reader: Reader): ConfigProblem[] {
  if (text.trim() === '') return []
  const tree = readTree(text, format)
  const found = [...(format === 'json' ? jsonProblems(text) : yamlProblems(tree))]
  if (found.length === 0) found.push(...meaningProblems(tree, format, reader))
  const lineAt = lineFinder(text)
  return found
    .map(({ from, to, ...rest }) => ({ ...rest, ...clamped(text, from, to) }))
    .sort((a, b) => a.from - b.from)
    .slice(0, MOST)
    .map((problem) => ({ ...problem, line: lineAt(problem.from) }))
}

type Found = Omit<ConfigProblem, 'line'>

const clamped = (text: string, from: number, to: number): Span => {
  const start = Math.min(from, text.length)
  return { from: start, to: Math.max(start, Math.min(to, text.length)) }
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

const problem = (severity: ConfigProblem['severity'], span: Span, message: string): Found => ({
  severity,
  ...span,
  message,
})
const whole = { from: 0, to: 0 }

function jsonProblems(text: string): Found[] {
  try {
    parseJson(text)
    return []
  } catch (error) {
    const [, message = 'It is not JSON', at = '0'] =
      /^(.*?) at position (\d+)$/s.exec(error instanceof Error ? error.message : '') ?? []
    const from = Number(at)
    return [problem('error', { from, to: from + 1 }, message.replaceAll('\n', '\\n'))]
  }
}

/** Words of the parser that speak to programmers. */
const WORDS: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'There is more than one document: a config is one',
  DUPLICATE_KEY: 'This name stands there twice',
  TAB_AS_INDENT: 'Lines are indented with blanks, not with tabs',
}

function* yamlProblems({ doc, text }: ConfigTree): Generator<Found> {
  let isLost = false
  for (const { code, pos, message } of doc.errors) {
    const [from, to] = pos
    // Where one thing stands wrongly, everything after it is unexpected too.
    if (isLost && code === 'UNEXPECTED_TOKEN') continue
    isLost ||= code !== 'DUPLICATE_KEY'
    const isBareReference = code === 'UNEXPECTED_TOKEN' && text[from] === '{' && text[from - 1] === '$'
    yield problem(
      'error',
      { from: isBareReference ? from - 1 : from, to },
      isBareReference ? `Between braces a reference stands in quotes: "\${…}"` : (WORDS[code] ?? message),
    )
  }
  if (doc.errors.length > 0) return
  for (const { pos, message } of doc.warnings) {
    yield problem('error', { from: pos[0], to: pos[1] }, message)
  }
  const lost: Found[] = []
  visit(doc, {
    Alias(_, node, ancestors) {
      const span = spanOf(node)
      if (span === null || node.resolve(doc) !== undefined) return
      // A mask that stands without quotes is the mark of an alias to YAML.
      const name = nameOf(ancestors.findLast(isPair)?.key)
      const words = `*${node.source}` === HIDDEN ? maskedWords(name) : `Nothing is named &${node.source} above`
      lost.push(problem('error', span, words))
    },
  })
  yield* lost
}

function* meaningProblems(tree: ConfigTree, format: ConfigFormat, reader: Reader): Generator<Found> {
  const parsed = parseConfig(tree.text, format)
  if (!parsed.ok) {
    yield problem('error', whole, parsed.message)
    return
  }
  const { doc } = parsed
  yield* shapeProblems(tree, doc)
  yield* leafProblems(tree, doc, reader)
}

/** What stands where it must not, or not where it must. */
function* shapeProblems(tree: ConfigTree, doc: Json): Generator<Found> {
  const wrong = pipelineError(doc)
  if (wrong !== null) yield problem('error', shapeSpan(tree, wrong), shapeWords(wrong))
  if (!isJsonObject(doc)) return
  if (doc['schedule'] !== undefined && doc['schedule'] !== null) {
    yield problem(
      'error',
      nameSpanAt(tree, ['schedule']) ?? whole,
      'A run happens once: a `schedule:` is for `faucet schedule`',
    )
  }
  const declared = readParams(doc['params'] ?? null)
  if (typeof declared === 'string') yield problem('error', spanAt(tree, ['params']) ?? whole, declared)
  else {
    const bound = resolveParams(declared, {})
    if (!bound.ok) yield problem('error', nameSpanAt(tree, ['params']) ?? whole, bound.message)
  }
  const { pipeline } = doc
  if (!isJsonObject(pipeline) || pipeline['nodes'] !== undefined || hasRows(doc)) return
  for (const end of ['source', 'sink']) {
    const given = pipeline[end] ?? pipeline[`${end}s`]
    if (given === undefined || given === null) {
      yield problem('warning', nameSpanAt(tree, ['pipeline']) ?? whole, `The pipeline has no \`${end}\``)
    } else if (isJsonObject(given) && given['type'] === undefined && pipeline[`${end}s`] === undefined) {
      const at = nameSpanAt(tree, ['pipeline', end]) ?? whole
      yield problem('warning', at, `The ${end} has no \`type\``)
    }
  }
}

/** Rows bring ends of their own. */
const hasRows = (doc: { [name: string]: Json }): boolean => Array.isArray(doc['matrix']) && doc['matrix'].length > 0

/** Without the frame that engines put around it, and without the hint for those who come from older configs. */
const shapeWords = (wrong: string): string =>
  wrong.replace(/^failed to parse config '<submitted>': /, '').replace(/\n\nhint: [\s\S]*$/, '')

function shapeSpan(tree: ConfigTree, wrong: string): Span {
  const member = /version/.test(wrong) ? 'version' : /PipelineSpec/.test(wrong) ? 'pipeline' : null
  if (member !== null) return spanAt(tree, [member]) ?? whole
  if (/unknown variant/.test(wrong)) return spanAt(tree, ['kind']) ?? whole
  if (/expected a string/.test(wrong)) return spanAt(tree, ['name']) ?? whole
  return whole
}

function* leafProblems(tree: ConfigTree, doc: Json, reader: Reader): Generator<Found> {
  const declared = isJsonObject(doc) ? readParams(doc['params'] ?? null) : {}
  const params = typeof declared === 'string' ? null : declared
  for (const { path, value, span, isName } of leavesOf(tree)) {
    if (typeof value !== 'string') continue
    const name = path.findLast((step) => typeof step === 'string') ?? ''
    for (const body of referencesIn(value)) {
      const refused = referenceError(body, reader.isTrusted) ?? bindingError(body, reader.hasTenant, params)
      if (refused !== null) yield problem('error', span, sentence(refused))
    }
    if (isName) continue
    if (path.at(-1) === 'type' && value === 'singer') {
      yield problem('error', span, '`singer` starts a program on the engine and may not be submitted')
    }
    if (isMasked(String(name), value)) {
      yield problem('error', span, maskedWords(String(name)))
    } else if (isLiteralSecret(String(name), value) && path[0] !== 'params') {
      yield problem(
        'hint',
        span,
        reader.hasEngine
          ? `\`${name}\` stands here in clear: \`\${env:NAME}\` names it without saying it`
          : `\`${name}\` is kept in the history in clear: \`\${env:NAME}\` names it without saying it`,
      )
    }
  }
}

/** What stands where a secret was when somebody was shown the text. */
const isMasked = (name: string, value: string): boolean =>
  value.includes(`:${HIDDEN}@`) ||
  new RegExp(`[?&][\\w.-]+=${HIDDEN_MARK}`).test(value) ||
  (isSecretName(name) && value === HIDDEN)
const HIDDEN_MARK = HIDDEN.replaceAll('*', '\\*')

/** A value that has to be given again: it is no value, whoever reads it. */
export const isMaskProblem = ({ message }: Pick<ConfigProblem, 'message'>): boolean => MASKED.test(message)
const MASKED = /^The value of `.*` was masked: /
const maskedWords = (name: string): string => `The value of \`${name}\` was masked: fill it in`

const isLiteralSecret = (name: string, value: string): boolean =>
  isSecretName(name) && value !== '' && !/\$\{[^}]*\}/.test(value)

function bindingError(
  body: string,
  hasTenant: boolean,
  params: Readonly<Record<string, unknown>> | null,
): string | null {
  if (body.startsWith('tenant.') && !hasTenant) return 'this is bound only in a run for a tenant: choose one in Options'
  if (!body.startsWith('param.') || params === null) return null
  const name = body.slice('param.'.length).trim()
  return Object.hasOwn(params, name) ? null : `no param is called \`${name}\`: declare it under top-level \`params:\``
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
