import { isTimestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { isMoment } from './moments'
import { isNear } from './near'
import { readLabel, writeLabel } from './run-labels'
import { readPattern, writePattern } from './run-patterns'
import { COUNT, DURATION, type NumberRange, readRange, writeRange } from './run-ranges'

/** How a run began, told by its labels. */
export const RUN_ORIGINS = ['manual', 'template', 'trigger', 'backfill', 'fanout', 'change', 'replay'] as const
/** What a run may have. */
export const RUN_TRAITS = ['error', 'shards', 'dlq', 'name', 'tenant', 'owner', 'key', 'labels', 'cancel'] as const
const TIMES = ['submitted', 'started', 'finished'] as const
const LONGEST_TEXT = 500

/** What was read: the value as addresses hold it, or what is wrong with it and what to write instead. */
export type FieldRead = { value: string } | { problem: string }

export interface RunField {
  /** Several at once: any of them may hold, all of them must, or there is room for one only. */
  several: 'any' | 'all' | 'one'
  canExclude: boolean
  /** What may stand here, as somebody would write it. */
  example: string
  /** The closed list of words, where it is one. */
  words?: readonly string[]
  read(text: string): FieldRead
}

const text = (example: string, several: RunField['several'], canExclude = true): RunField => ({
  several,
  canExclude,
  example,
  read: (value) => ({ value }),
})

const oneOf = (
  words: readonly string[],
  several: RunField['several'],
  canExclude: boolean,
  example = words[0] ?? '',
): RunField => ({
  several,
  canExclude,
  example,
  words,
  read(value) {
    const word = value.toLowerCase()
    if (words.includes(word)) return { value: word }
    const near = words.find((known) => isNear(known, word))
    const instead = near === undefined ? `write one of ${words.join(', ')}.` : `did you mean ${near}?`
    return { problem: `“${value}” means nothing here: ${instead}` }
  },
})

const matching = (example: string, several: RunField['several'], fits: RegExp, problem: string): RunField => ({
  ...text(example, several),
  read: (value) => (fits.test(value) ? { value } : { problem }),
})

const range = (unit: typeof DURATION, example: string, problem: string, isSpread = false): RunField => ({
  ...text(example, 'one', false),
  read(value) {
    const read = readRange(value, unit)
    if (read === null || (isSpread && read.min !== undefined && read.min === read.max)) return { problem }
    if (isBackwards(read)) return { problem: 'This range ends before it begins.' }
    return { value: writeRange(read, unit) }
  },
})
const isBackwards = ({ min, max }: NumberRange): boolean => min !== undefined && max !== undefined && min > max

const MOMENT_PROBLEM = 'Write a span back from now (15m, 24h, 7d) or a moment (2026-11-30T06:00:00Z).'
const moment = (example: string): RunField => ({
  ...text(example, 'one', false),
  read(value) {
    const day = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value
    const at = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(day) ? `${day.replace(' ', 'T')}:00Z` : day
    return isMoment(at) || isTimestamp(at) ? { value: at } : { problem: MOMENT_PROBLEM }
  },
})

/** Every filter of the runs page, in the order in which addresses and queries name them. */
export const RUN_FIELDS = {
  status: oneOf(RUN_STATUSES, 'any', true, 'failed'),
  /** The whole name, to the letter. */
  name: text('orders_daily', 'one'),
  /** A pattern of the name; case does not matter. In a query it is `name:` with a star. */
  like: {
    ...text('orders*', 'one'),
    read(value) {
      const pattern = readPattern(value)
      return pattern.includes(null) ? { value: writePattern(pattern) } : { problem: 'A pattern needs a star.' }
    },
  },
  /** A part of the name; case does not matter. In a query it is a bare word. */
  q: text('orders', 'all'),
  pipeline: text('orders_to_jsonl', 'any'),
  template: text('acme/billing@4', 'any'),
  origin: oneOf(RUN_ORIGINS, 'any', true, 'trigger'),
  trigger: text('nightly', 'any'),
  label: {
    ...text('team=data', 'all'),
    read(value) {
      const label = readLabel(value)
      return label === null
        ? { problem: 'A label needs a key: label:team=data, or label:team.' }
        : { value: writeLabel(label) }
    },
  },
  tenant: text('acme', 'one'),
  by: text('ann', 'any'),
  /** In a query it is `by:me`. */
  mine: {
    ...text('true', 'one', false),
    read: (value) => (value === 'true' ? { value } : { problem: 'Write by:me.' }),
  },
  pool: matching('gpu', 'any', /^[a-z0-9][a-z0-9_-]{0,62}$/, 'A pool is called with small letters, digits, - or _.'),
  owner: text('01a22c90-eac7-7605-88cd-8373574deb99', 'any'),
  dataset: matching('a1b2c3', 'one', /^[A-Za-z0-9-]{1,64}$/, 'A dataset id is letters, digits and -.'),
  /** A run id, or how it begins. */
  id: matching('01a22c90', 'one', /^\S{4,200}$/, 'Write at least the first four characters of a run id.'),
  key: text('order-4711', 'one', false),
  /** A part of what went wrong; case does not matter. */
  error: text('timeout', 'all'),
  has: oneOf(RUN_TRAITS, 'all', true),
  rows: range(COUNT, '>1000', 'Write >1000, <=10k, 10..500 or 0.'),
  duration: range(DURATION, '>5m', 'Write >5m, <=30s or 1m..1h.', true),
  attempt: range(COUNT, '>0', 'Write >0, or a number.'),
  since: moment('24h'),
  until: moment('2026-11-30T06:00:00Z'),
  /** Which of its instants since and until are about. */
  time: oneOf(TIMES, 'one', false, 'finished'),
} satisfies Record<string, RunField>

export type RunFieldKey = keyof typeof RUN_FIELDS
export const RUN_FIELD_KEYS = Object.keys(RUN_FIELDS) as RunFieldKey[]
export const fieldOf = (key: RunFieldKey): RunField => RUN_FIELDS[key]
export const isRunField = (text: string): text is RunFieldKey => Object.hasOwn(RUN_FIELDS, text)

/** One condition: this field has this value, or has not. */
export interface RunTerm {
  key: RunFieldKey
  value: string
  isNot: boolean
}

/** Reads what stands behind a field; texts that no run can hold are refused everywhere. */
export function readField(key: RunFieldKey, value: string): FieldRead {
  if (value.length > LONGEST_TEXT) return { problem: `Longer than ${LONGEST_TEXT} characters.` }
  if (value === '') return { problem: 'Nothing stands here.' }
  if (value.includes('\u0000')) return { problem: 'No run holds this.' }
  return fieldOf(key).read(value)
}

/** In the order of the fields, each condition once. */
export function inOrder(terms: readonly RunTerm[]): RunTerm[] {
  const seen = new Set<string>()
  return RUN_FIELD_KEYS.flatMap((key) =>
    [false, true].flatMap((isNot) => terms.filter((term) => term.key === key && term.isNot === isNot)),
  ).filter((term) => {
    const id = `${term.isNot}\u0000${term.key}\u0000${term.value}`
    return !seen.has(id) && seen.add(id)
  })
}
