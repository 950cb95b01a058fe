import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunClause } from '@/lib/contract/records/run-clauses'
import { momentOf } from './moments'
import type { RunFieldKey } from './run-fields'
import { readLabel } from './run-labels'
import { readPattern } from './run-patterns'
import { COUNT, DURATION, type NumberRange, readRange } from './run-ranges'
import { type RunListFilter, termsOf } from './runs'

/** A filter as the server is asked: what has a member of its own, and a condition for everything else. */
export interface RunQuestion {
  status: string[]
  name?: string
  tenant?: string
  since?: Timestamp
  until?: Timestamp
  /** Whose runs, by name; none: anybody's. */
  by: string[]
  not_by: string[]
  mine: boolean
  clauses: RunClause[]
}

/** Fields that a clause of the same shape stands for: one of these values. */
const AMONG = {
  status: 'status',
  name: 'name',
  tenant: 'tenant',
  pipeline: 'pipeline',
  template: 'template',
  origin: 'origin',
  trigger: 'trigger',
  pool: 'pool',
  owner: 'owner',
  dataset: 'dataset',
  key: 'key',
} as const satisfies Partial<Record<RunFieldKey, RunClause['field']>>

const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function runQuestion(filter: RunListFilter, now: number): RunQuestion {
  const terms = termsOf(filter)
  const valuesOf = (key: RunFieldKey, isNot = false) =>
    terms.filter((term) => term.key === key && term.isNot === isNot).map(({ value }) => value)
  const clauses = [false, true].flatMap((isNot) => [
    ...(Object.keys(AMONG) as (keyof typeof AMONG)[]).flatMap((key): RunClause[] => {
      const any = valuesOf(key, isNot)
      // These have a member of their own.
      if (any.length === 0 || (!isNot && (key === 'status' || key === 'name' || key === 'tenant'))) return []
      return [{ field: AMONG[key], any, ...negated(isNot) }]
    }),
    ...terms.filter((term) => term.isNot === isNot).flatMap(({ key, value }) => ownClause(key, value, isNot)),
  ])
  const [name] = valuesOf('name')
  const [tenant] = valuesOf('tenant')
  const window = windowOf(filter, now)
  const [time] = valuesOf('time')
  const isOther = time === 'started' || time === 'finished'
  if (isOther && Object.keys(window).length > 0) clauses.push({ field: time, ...window })
  return {
    status: valuesOf('status'),
    ...(name !== undefined && { name }),
    ...(tenant !== undefined && { tenant }),
    ...(isOther ? {} : window),
    by: valuesOf('by'),
    not_by: valuesOf('by', true),
    mine: valuesOf('mine').length > 0,
    clauses,
  }
}

const negated = (isNot: boolean) => (isNot ? { not: true } : {})

/** An address holds moments that were checked when it was read. */
function windowOf({ since, until }: RunListFilter, now: number): { since?: Timestamp; until?: Timestamp } {
  return {
    ...(since !== undefined && { since: momentOf(since, now) as Timestamp }),
    ...(until !== undefined && { until: momentOf(until, now) as Timestamp }),
  }
}

function ownClause(key: RunFieldKey, value: string, isNot: boolean): RunClause[] {
  const not = negated(isNot)
  switch (key) {
    case 'q':
      return [{ field: 'words', text: value, ...not }]
    case 'like':
      return [{ field: 'like', parts: [...readPattern(value)], ...not }]
    case 'label':
      return [{ field: 'label', ...(readLabel(value) ?? { key: value }), ...not }]
    case 'error':
      return [{ field: 'error', text: value, ...not }]
    case 'id':
      return WHOLE_ID.test(value)
        ? [{ field: 'run_id', any: [value], ...not }]
        : [{ field: 'id_begins', text: value, ...not }]
    case 'has':
      return [{ field: 'has', what: value as Extract<RunClause, { field: 'has' }>['what'], ...not }]
    case 'rows':
    case 'attempt':
      return [{ field: key, ...readRange(value, COUNT) }]
    case 'duration':
      return [{ field: 'elapsed_secs', ...inSeconds(readRange(value, DURATION) ?? {}) }]
    default:
      return []
  }
}

const inSeconds = (range: NumberRange): NumberRange =>
  Object.fromEntries(Object.entries(range).map(([end, ms]) => [end, ms / 1000]))
