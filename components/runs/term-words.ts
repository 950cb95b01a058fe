import { instant, offsetName } from '@/lib/format/instant'
import { spanWords } from '@/lib/url/moments'
import type { RunFieldKey, RunTerm } from '@/lib/url/run-fields'
import { writeRunQuery } from '@/lib/url/run-query'

/** What people call a field. */
export const FIELD_WORDS: Record<RunFieldKey, string> = {
  status: 'status',
  name: 'name',
  like: 'name',
  q: 'name contains',
  pipeline: 'pipeline',
  template: 'template',
  origin: 'started by',
  trigger: 'trigger',
  label: 'label',
  tenant: 'tenant',
  by: 'submitted by',
  mine: 'submitted by',
  pool: 'pool',
  owner: 'instance',
  dataset: 'dataset',
  id: 'run id',
  key: 'idempotency key',
  error: 'error contains',
  has: 'has',
  rows: 'rows',
  duration: 'duration',
  attempt: 'attempt',
  since: 'from',
  until: 'to',
  time: 'times are of',
}

/** A condition as a person would say it: which field, and what of it. */
export function termWords({ key, value, isNot }: RunTerm, zone: string): { name: string; value: string } {
  const isSpan = spanWords(value) !== null
  const name = key === 'since' && isSpan ? 'last' : key === 'until' && isSpan ? 'older than' : FIELD_WORDS[key]
  return { name: isNot ? `not ${name}` : name, value: valueWords(key, value, zone) }
}

function valueWords(key: RunFieldKey, value: string, zone: string): string {
  switch (key) {
    case 'mine':
      return 'me'
    case 'since':
    case 'until':
      return spanWords(value) ?? `${instant(value, zone)} ${offsetName(value, zone)}`
    case 'label':
    case 'like':
      // As somebody would write it, without the name of the field.
      return writeRunQuery([{ key, value, isNot: false }]).replace(/^[a-z]+:/, '')
    default:
      return value
  }
}
