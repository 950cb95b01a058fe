import type { z } from 'zod'
import { type BodyText, bodyText, rewriteBody } from '@/lib/contract/body'
import { recordOf, type Stored } from '@/lib/contract/stored'

/**
 * The body of a record that a fold made of `row`: printed when there was no row, else the stored text with only what the
 * fold changed. It must be the very row whose record was folded: untouched members are known by identity. Throws
 * `unreadable` when the stored body does not fit: it is not to be overwritten.
 */
export function foldedBody<S extends z.ZodObject>(
  schema: S,
  row: Stored<z.output<S>> | null,
  folded: z.output<S>,
): BodyText {
  return row === null ? bodyText(schema, folded) : rewriteBody(schema, row.text, changeOf(recordOf(row), folded))
}

/** The row, unless nothing could be folded into it: its body cannot be read, or holds what must not be written again. */
export function foldable<S extends z.ZodObject>(
  schema: S,
  row: Stored<z.output<S>> | null,
): Stored<z.output<S>> | null {
  if (row !== null) foldedBody(schema, row, recordOf(row))
  return row
}

/** The members that differ; a member that is gone is there as `undefined`. */
function changeOf<T extends object>(before: T, after: T): Partial<T> {
  const old = new Map<string, unknown>(Object.entries(before))
  const now = new Map<string, unknown>(Object.entries(after))
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return asPartial<T>(Object.fromEntries(changed.map((name) => [name, now.get(name)])))
}

/** Every member comes from a `T`, under its own name. */
const asPartial = <T extends object>(members: object) => members as Partial<T>
