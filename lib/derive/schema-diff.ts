import { isJsonObject, type Json, type JsonObject } from '@/lib/contract/json'

/**
 * What a new schema changes for somebody who relies on the old one, column by column, each list sorted (records.md 6.5).
 * Null when nothing does: a schema may narrow, or lose an optional column, without any difference here.
 */
export function schemaDiff(before: Json, after: Json): JsonObject | null {
  const old = propertiesOf(before)
  const now = propertiesOf(after)
  // Alphabetical, as engines print free JSON.
  const diff = { added: [] as Json[], changed: [] as Json[], removed: [] as Json[], widened: [] as Json[] }
  for (const column of sortedNames(now)) {
    const from = old.get(column) ?? null
    const to = now.get(column) ?? null
    if (!old.has(column)) diff.added.push({ column, from: null, to })
    else if (fits(from, to)) continue
    else if (evolvable(from, to)) diff.widened.push({ column, from, to })
    else diff.changed.push({ column, from, to })
  }
  for (const column of sortedNames(old)) {
    if (!now.has(column) && !typesOf(old.get(column) ?? null).nullable) diff.removed.push(column)
  }
  return Object.values(diff).every((list) => list.length === 0) ? null : diff
}

function propertiesOf(schema: Json): ReadonlyMap<string, Json> {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined
  return new Map(isJsonObject(properties) ? Object.entries(properties) : [])
}

const sortedNames = (properties: ReadonlyMap<string, Json>) => [...properties.keys()].sort()

function typesOf(column: Json): { bases: ReadonlySet<string>; nullable: boolean } {
  const type = isJsonObject(column) ? column['type'] : undefined
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
  return { bases: new Set(names.filter((name) => name !== 'null')), nullable: names.includes('null') }
}

/** Values of the new type can stand where the old one was promised. */
function fits(from: Json, to: Json): boolean {
  const old = typesOf(from)
  const now = typesOf(to)
  if (now.nullable && !old.nullable) return false
  return [...now.bases].every((base) => old.bases.has(base) || (base === 'integer' && old.bases.has('number')))
}

/** One type can hold both: integers become numbers, and whether null is allowed does not matter. */
function evolvable(from: Json, to: Json): boolean {
  const merged = new Set([...typesOf(from).bases, ...typesOf(to).bases])
  if (merged.has('number')) merged.delete('integer')
  return merged.size === 1
}
