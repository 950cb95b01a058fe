import fc from 'fast-check'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import {
  fieldOf,
  RUN_FIELD_KEYS,
  RUN_ORIGINS,
  RUN_TRAITS,
  type RunFieldKey,
  type RunTerm,
  readField,
} from '@/lib/url/run-fields'
import { writeLabel } from '@/lib/url/run-labels'
import { writePattern } from '@/lib/url/run-patterns'
import { filterOf, termsOf } from '@/lib/url/runs'

/** Texts with everything that means something in a query or an address. */
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab -"\\,:=*\n\t~&%+#!İk ') }),
  )
  .filter((value) => !value.includes('\u0000'))
const count = fc.oneof(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom(0, 1_000, 60_000, 3_600_000, 86_400_000))
const bounds = (unit: (value: number) => string) =>
  fc.tuple(fc.constantFrom('>', '<', '>=', '<=', '..'), count, count).map(([sign, a, b]) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b) + 1]
    return sign === '..' ? `${unit(low)}..${unit(high)}` : `${sign}${unit(a)}`
  })
const moment = fc.oneof(
  fc.constantFrom('15m', '24h', '7d', '2w'),
  fc
    .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)

const VALUES: Record<RunFieldKey, fc.Arbitrary<string>> = {
  status: fc.constantFrom(...RUN_STATUSES),
  name: text,
  like: fc
    .array(fc.oneof(fc.constant(null), text), { minLength: 1, maxLength: 5 })
    .map((parts) => writePattern([...parts, null])),
  q: text,
  pipeline: text,
  template: text,
  origin: fc.constantFrom(...RUN_ORIGINS),
  trigger: text,
  label: fc
    .record({ key: text, value: fc.option(fc.oneof(text, fc.constant('')), { nil: undefined }) })
    .map(({ key, value }) => writeLabel({ key, ...(value !== undefined && { value }) })),
  tenant: text,
  by: fc.oneof(text, fc.constant('me')),
  mine: fc.constant('true'),
  pool: fc.constantFrom('gpu', 'a-b_c'),
  owner: text,
  dataset: fc.constantFrom('a1b2', 'x-1'),
  id: fc.uuid(),
  key: text,
  error: text,
  has: fc.constantFrom(...RUN_TRAITS),
  rows: bounds(String),
  duration: bounds((ms) => `${ms}ms`),
  attempt: bounds(String),
  since: moment,
  until: moment,
  time: fc.constantFrom('started', 'finished'),
}

const term: fc.Arbitrary<RunTerm> = fc
  .constantFrom(...RUN_FIELD_KEYS)
  .chain((key) => fc.tuple(fc.constant(key), VALUES[key], fc.boolean()))
  .map(([key, value, isNot]) => {
    const read = readField(key, value)
    return 'problem' in read ? null : { key, value: read.value, isNot: isNot && fieldOf(key).canExclude }
  })
  .filter((made) => made !== null)

/** Conditions that can stand together, in their order. */
export const runTerms: fc.Arbitrary<RunTerm[]> = fc
  .array(term, { maxLength: 12 })
  .map((terms) => termsOf(filterOf(terms)))
