import type { RunValue } from '@/lib/client/run-facets'
import { VALUE_FIELDS, type ValueField } from '@/lib/derive/run-values'
import { counted } from '@/lib/format/number'
import { type Completion, valueText } from '@/lib/url/run-complete'
import { fieldOf, isRunField, type RunFieldKey } from '@/lib/url/run-fields'
import { writeLabel } from '@/lib/url/run-labels'
import { QUERY_KEYS } from '@/lib/url/run-query'
import { quoted } from '@/lib/url/run-query-lexer'
import { FIELD_WORDS } from './term-words'

/** One line of what could stand at the caret. */
export interface Choice {
  /** What is written. */
  text: string
  shown: string
  hint?: string
  /** Nothing has to follow it. */
  isWhole: boolean
}

/** What is worth trying, of fields that have no list of words. */
const EXAMPLES: Partial<Record<RunFieldKey, readonly [text: string, means: string][]>> = {
  since: [
    ['15m', 'the last 15 minutes'],
    ['1h', 'the last hour'],
    ['24h', 'the last 24 hours'],
    ['7d', 'the last 7 days'],
    ['30d', 'the last 30 days'],
  ],
  until: [
    ['1h', 'more than an hour ago'],
    ['24h', 'more than a day ago'],
    ['7d', 'more than a week ago'],
  ],
  duration: [
    ['>1m', 'longer than a minute'],
    ['>5m', 'longer than 5 minutes'],
    ['>1h', 'longer than an hour'],
    ['<1s', 'shorter than a second'],
  ],
  rows: [
    ['0', 'none written'],
    ['>0', 'any written'],
    ['>1000', 'more than a thousand'],
    ['>1m', 'more than a million'],
  ],
  attempt: [['>0', 'tried again']],
}

/** More lines are not read. */
const MOST = 50
/** Nothing for somebody who sees one tenant's runs only. */
const OPEN_ONLY: readonly string[] = ['tenant', 'owner']

/** The field whose values the store has to be asked for; null: what could stand there is known without. */
export function valueFieldOf(completion: Completion): ValueField | null {
  if (completion.of !== 'value' || fieldOf(completion.key).words !== undefined) return null
  const { key } = completion
  return VALUE_FIELDS.find((field) => field === key) ?? null
}

export function choicesFor(completion: Completion, values: readonly RunValue[], isConfined: boolean): Choice[] {
  const typed = completion.typed.toLowerCase()
  const all = completion.of === 'field' ? fieldChoices(isConfined) : valueChoices(completion, values)
  const fits = (text: string) => text.toLowerCase().includes(typed)
  // Of a label the key is written already.
  const own = completion.of === 'value' && completion.label !== undefined ? completion.label.length + 1 : 0
  const fitting = all.filter(
    ({ shown, hint }) => fits(shown.slice(own)) || (completion.of === 'field' && fits(hint ?? '')),
  )
  // Those that begin so are meant more often.
  const begins = ({ shown }: Choice) => Number(!shown.slice(own).toLowerCase().startsWith(typed))
  return fitting.toSorted((a, b) => begins(a) - begins(b)).slice(0, MOST)
}

const fieldChoices = (isConfined: boolean): Choice[] =>
  QUERY_KEYS.filter((key) => !(isConfined && OPEN_ONLY.includes(key))).map((key) => ({
    text: `${key}:`,
    shown: `${key}:`,
    ...(isRunField(key) && { hint: hintOf(key) }),
    isWhole: false,
  }))

const hintOf = (key: RunFieldKey): string =>
  FIELD_WORDS[key] === key ? `as in ${key}:${quoted(fieldOf(key).example)}` : FIELD_WORDS[key]

function valueChoices(completion: Extract<Completion, { of: 'value' }>, values: readonly RunValue[]): Choice[] {
  const { key, label } = completion
  const { words } = fieldOf(key)
  if (words !== undefined) return words.map((word) => ({ text: word, shown: word, isWhole: true }))
  const examples = EXAMPLES[key]
  if (examples !== undefined) return examples.map(([text, hint]) => ({ text, shown: text, hint, isWhole: true }))
  if (key === 'label') return labelChoices(label, values)
  const me: Choice[] = key === 'by' ? [{ text: 'me', shown: 'me', hint: 'whoever is signed in', isWhole: true }] : []
  const known = values.flatMap(({ value, runs }): Choice[] => {
    const text = valueText(key, value)
    return text === null ? [] : [{ text, shown: value, hint: counted(runs, 'run'), isWhole: true }]
  })
  return [...me, ...known]
}

/** Keys first, to go on with; then the values of the one that was written. */
function labelChoices(label: string | undefined, values: readonly RunValue[]): Choice[] {
  if (label === undefined) {
    return values.flatMap(({ value, key, runs }): Choice[] => {
      const text = key === undefined ? valueText('label', writeLabel({ key: value })) : null
      return text === null ? [] : [{ text: `${text}=`, shown: value, hint: counted(runs, 'run'), isWhole: false }]
    })
  }
  const any = valueText('label', writeLabel({ key: label }))
  const own = values.flatMap(({ value, key, runs }): Choice[] => {
    const text = key === label ? valueText('label', writeLabel({ key: label, value })) : null
    return text === null ? [] : [{ text, shown: `${label}=${value}`, hint: counted(runs, 'run'), isWhole: true }]
  })
  return any === null ? own : [...own, { text: any, shown: label, hint: 'any value', isWhole: true }]
}
