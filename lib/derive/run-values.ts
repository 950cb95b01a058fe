import { DEFAULT_POOL } from '@/lib/contract/records/leases'
import { readRunBody } from './run-body'
import { runOrigin } from './run-origin'

/** Fields of which a list can tell what stands in them. */
export const VALUE_FIELDS = [
  'name',
  'pipeline',
  'template',
  'trigger',
  'origin',
  'label',
  'tenant',
  'by',
  'pool',
  'owner',
] as const
export type ValueField = (typeof VALUE_FIELDS)[number]

/** A value that runs have; of labels each key, and each key with its value. */
export interface RunValue {
  value: string
  /** Of a label: the text is its key, or belongs to this key. */
  key?: string
}
type Columns = Readonly<Record<string, string | null | undefined>>

const OF_COLUMNS: Partial<Record<ValueField, (columns: Columns) => string | null | undefined>> = {
  name: ({ name }) => name,
  by: ({ submitted_by }) => submitted_by,
  owner: ({ owner }) => owner,
  pool: ({ pool }) => pool ?? DEFAULT_POOL,
}
export const isOfColumns = (field: ValueField): boolean => Object.hasOwn(OF_COLUMNS, field)

/** What a run has there, each once. A body that cannot be read says nothing. */
export function runValues(field: ValueField, { columns, text }: { columns: Columns; text: string }): RunValue[] {
  const ofColumns = OF_COLUMNS[field]
  if (ofColumns !== undefined) return one(ofColumns(columns))
  const body = readRunBody(text)
  if (body === null) return []
  const { labels } = body
  switch (field) {
    case 'pipeline':
      return one(labels['pipeline'] ?? columns['name'])
    case 'trigger':
      return one(labels['faucet.trigger.name'])
    case 'origin':
      return one(runOrigin(body))
    case 'tenant':
      return one(body.tenant)
    case 'template': {
      const { template, template_version: version } = labels
      if (!template?.trim()) return []
      return version === undefined
        ? [{ value: template }]
        : [{ value: template }, { value: `${template}@${version}`, key: template }]
    }
    default:
      return Object.entries(labels).flatMap(([key, value]) =>
        // A run has its pipeline as a field of its own.
        key === 'pipeline' || key === '' ? [] : [{ value: key }, { value, key }],
      )
  }
}

const one = (value: string | null | undefined): RunValue[] => (value?.trim() ? [{ value }] : [])
