import { isNear } from './near'
import { fieldOf, inOrder, isRunField, RUN_FIELD_KEYS, type RunFieldKey, type RunTerm, readField } from './run-fields'
import { readLabel, writeLabel } from './run-labels'
import { readPattern, writePattern } from './run-patterns'
import { type QueryValue, type QueryWord, queryWords, quoted, type Span, textOf } from './run-query-lexer'

/** What of a query cannot be used, where it stands, and what to write instead. */
export interface QueryProblem extends Span {
  message: string
}
export interface RunQuery {
  terms: RunTerm[]
  problems: QueryProblem[]
}

/** Keys that people also try. */
const ALIASES: Readonly<Record<string, RunFieldKey>> = {
  labels: 'label',
  run: 'id',
  user: 'by',
  submitted_by: 'by',
  idempotency_key: 'key',
  from: 'since',
  to: 'until',
}
/** Labels that engines stamp, by a key of their own. */
const STAMPED: readonly string[] = ['change', 'backfill']
/** Written in another way: as bare words, as `name:` with a star, as `by:me`. */
const UNWRITTEN: readonly RunFieldKey[] = ['q', 'like', 'mine']
export const QUERY_KEYS: readonly string[] = RUN_FIELD_KEYS.filter((key) => !UNWRITTEN.includes(key))

export const fieldNamed = (key: string): RunFieldKey | null => {
  if (STAMPED.includes(key)) return 'label'
  if (Object.hasOwn(ALIASES, key)) return ALIASES[key] ?? null
  return isRunField(key) && !UNWRITTEN.includes(key) ? key : null
}

/** Of a free text a comma is a part, of a list it is not. */
const splits = (key: string): boolean => {
  const field = fieldNamed(key)
  return field !== null && field !== 'error' && fieldOf(field).several !== 'one'
}

export const wordsOf = (text: string): QueryWord[] => queryWords(text, splits)

interface QueryReading {
  /** What is written as a day or a time of day, as an instant of the reader's zone; null: neither. */
  momentOf?: (text: string) => string | null
}

/**
 * Reads the query language: `status:failed,running name:orders* label:team=data duration:>5m -by:ann timeout`. Bare words
 * are parts of the name. What is wrong is left out and told; nothing throws.
 */
export function readRunQuery(text: string, { momentOf }: QueryReading = {}): RunQuery {
  const terms: RunTerm[] = []
  const problems: QueryProblem[] = []
  for (const word of wordsOf(text)) {
    const tell = (message: string, { from, to }: Span = word) => problems.push({ from, to, message })
    const open = word.values.find(({ isOpen }) => isOpen)
    if (open !== undefined) {
      tell('A quote is opened here and never closed: write " at its end.', open)
      continue
    }
    const key = word.key === null ? 'q' : fieldNamed(word.key.text)
    if (key === null) {
      tell(unknownKey(word, text), word.key ?? word)
      continue
    }
    if (word.values.length === 0) {
      tell(`${word.key?.text}: needs a value, as in ${word.key?.text}:${quoted(fieldOf(key).example)}.`)
      continue
    }
    for (const value of word.values) {
      const term = readTerm(word, key, value, momentOf)
      if ('problem' in term) tell(term.problem, value)
      else if (isTwice(term, terms)) tell(`${word.key?.text}: can stand here only once.`)
      else terms.push(term)
    }
  }
  return { terms: inOrder(terms), problems }
}

const isTwice = (term: RunTerm, before: readonly RunTerm[]): boolean =>
  !term.isNot &&
  fieldOf(term.key).several === 'one' &&
  before.some((other) => other.key === term.key && !other.isNot && other.value !== term.value)

function readTerm(
  { key: written, isNot }: QueryWord,
  named: RunFieldKey,
  value: QueryValue,
  momentOf: QueryReading['momentOf'],
): RunTerm | { problem: string } {
  const whole = textOf(value)
  const isBare = value.pieces.every(({ isQuoted }) => !isQuoted)
  let [key, text] = [named, whole]
  if (written !== null && STAMPED.includes(written.text)) text = writeLabel({ key: written.text, value: whole })
  else if (key === 'label') text = labelText(value)
  else if (key === 'by' && isBare && whole === 'me') [key, text] = ['mine', 'true']
  else if (key === 'name' && value.pieces.some((piece) => !piece.isQuoted && piece.text.includes('*'))) {
    key = 'like'
    // A star in quotes is a star.
    text = value.pieces.map((piece) => (piece.isQuoted ? writePattern([piece.text]) : piece.text)).join('')
  } else if (key === 'since' || key === 'until') text = momentOf?.(whole) ?? whole
  if (isNot && !fieldOf(key).canExclude) {
    return { problem: `${written?.text}: cannot be turned round: take the minus away.` }
  }
  const read = readField(key, text)
  return 'problem' in read ? read : { key, value: read.value, isNot }
}

/** Split at the first bare `=` or `:`; what stands in quotes is never a sign. */
function labelText({ pieces }: QueryValue): string {
  let key = ''
  for (const [at, { text, isQuoted }] of pieces.entries()) {
    const sign = isQuoted ? -1 : text.search(/[=:]/)
    if (sign === -1) {
      key += text
      continue
    }
    const rest = pieces.slice(at + 1).map((piece) => piece.text)
    return writeLabel({ key: key + text.slice(0, sign), value: text.slice(sign + 1) + rest.join('') })
  }
  return writeLabel({ key })
}

function unknownKey({ key, from, to }: QueryWord, text: string): string {
  const near = QUERY_KEYS.find((known) => isNear(known, key?.text ?? ''))
  const instead = near === undefined ? '' : ` Did you mean ${near}:?`
  return `There is no filter ${key?.text}:.${instead} To find it in names, put it in quotes: ${quoted(text.slice(from, to), true)}.`
}

/** The same conditions as a query; `readRunQuery` reads exactly them back. */
export function writeRunQuery(terms: readonly RunTerm[]): string {
  const words: string[] = []
  let before: RunTerm | undefined
  for (const term of inOrder(terms)) {
    const minus = term.isNot ? '-' : ''
    const goesOn = before?.key === term.key && before.isNot === term.isNot && isListed(term.key)
    if (goesOn) words.push(`${words.pop()},${writeValue(term)}`)
    else words.push(`${minus}${writeKey(term.key)}${writeValue(term)}`)
    before = term
  }
  return words.join(' ')
}

/** One `label:` each is easier to read and to take away. */
const isListed = (key: RunFieldKey): boolean => key !== 'label' && splits(key)

const writeKey = (key: RunFieldKey): string =>
  key === 'q' ? '' : key === 'like' ? 'name:' : key === 'mine' ? 'by:' : `${key}:`

function writeValue({ key, value }: RunTerm): string {
  if (key === 'mine') return 'me'
  if (key === 'q') return quoted(value, /^-|^[A-Za-z][A-Za-z_]*:/.test(value))
  if (key === 'by') return quoted(value, value === 'me')
  if (key === 'name') return quoted(value, value.includes('*'))
  if (key === 'like') {
    return readPattern(value)
      .map((part) => (part === null ? '*' : quoted(part, /[*\\]/.test(part))))
      .join('')
  }
  if (key === 'label') return writeLabelValue(value)
  return quoted(value)
}

function writeLabelValue(text: string): string {
  const label = readLabel(text) ?? { key: text }
  const key = quoted(label.key, /[=:]/.test(label.key))
  return label.value === undefined ? key : `${key}=${label.value === '' ? '' : quoted(label.value)}`
}
