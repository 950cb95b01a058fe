import 'server-only'
import { z } from 'zod'
import { ERROR_CODES, ErrorEnvelope } from '@/lib/contract/envelope'
import { AuditEntry } from '@/lib/contract/records/audit'
import { CatalogDataset, CatalogLineageEdge, CatalogSchemaVersion } from '@/lib/contract/records/catalog'
import { CatalogProfileRecord } from '@/lib/contract/records/catalog-profiles'
import { ChangeRequest } from '@/lib/contract/records/changes'
import { ConnectionView } from '@/lib/contract/records/connections'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { RunRecord } from '@/lib/contract/records/runs'
import { LaunchRecord, TemplateRecord, TemplateState, TemplateSummary } from '@/lib/contract/records/templates'
import { TenantRecord } from '@/lib/contract/records/tenants'
import { UsageRecord, UsageReport } from '@/lib/contract/records/usage'
import { type JsonSchema, jsonSchemaOf } from './json-schema'

/** Every record that an answer is made of, by the name it has in the description: the schemas that read and write it. */
const RECORDS = {
  RunRecord,
  AuditEntry,
  CatalogDataset,
  CatalogSchemaVersion,
  CatalogLineageEdge,
  CatalogProfileRecord,
  ChangeRequest,
  ConnectionView,
  LocalOutputRecord,
  LaunchRecord,
  TemplateRecord,
  TemplateState,
  TemplateSummary,
  TenantRecord,
  UsageRecord,
  UsageReport,
  ErrorEnvelope,
} satisfies Record<string, z.ZodType>

export type RecordName = keyof typeof RECORDS

/** A row whose body nobody can read: its columns, in its place. */
const UnreadableRow = z.looseObject({ unreadable: z.literal(true), reason: z.string() })

export const recordSchemas = (): Record<string, JsonSchema> => ({
  ...Object.fromEntries(Object.entries(RECORDS).map(([name, schema]) => [name, jsonSchemaOf(schema)])),
  // Secrets are hidden by name and a template's text may be withheld: what was a number may be `***` then.
  UnreadableRow: jsonSchemaOf(UnreadableRow),
  ErrorCode: { type: 'string', enum: ERROR_CODES },
})

export const ref = (name: RecordName | 'UnreadableRow' | 'ErrorCode'): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
})
/** A stored row, readable or not. */
export const row = (name: RecordName): JsonSchema => ({ anyOf: [ref(name), ref('UnreadableRow')] })
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
/** Members with a `?` at their end may be missing. */
export function object(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const named = Object.entries(members).map(([name, schema]) => ({ name: name.replace(/\?$/, ''), is: name, schema }))
  const required = named.filter(({ is }) => !is.endsWith('?')).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  }
}
export const both = (...schemas: readonly JsonSchema[]): JsonSchema => ({ allOf: schemas })

export const STRING: JsonSchema = { type: 'string' }
export const INTEGER: JsonSchema = { type: 'integer' }
export const NUMBER: JsonSchema = { type: 'number' }
export const BOOLEAN: JsonSchema = { type: 'boolean' }
export const INSTANT: JsonSchema = { type: 'string', format: 'date-time' }
export const NULL: JsonSchema = { type: 'null' }
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, NULL] })
export const mapOf = (schema: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: schema })
