import { z } from 'zod'
import { firstIssue } from '@/lib/contract/body'
import { isJsonObject, type JsonObject } from '@/lib/contract/json'

/** A row of a list: its record, or what is known of one whose stored body does not fit. */
export type WireRow<T> = { ok: true; record: T } | Unreadable
export type Unreadable = {
  ok: false
  /** What the columns say, or the members of a body that is JSON but of the wrong shape. */
  columns: Record<string, string>
  reason: string
  /** The stored text, where the viewer may see it. */
  text: string | null
}

/** One row that does not fit stays in its place, marked, and never fails the list. */
export const tolerant = <S extends z.ZodType>(schema: S) =>
  z.custom<JsonObject>(isJsonObject, { error: 'not an object' }).transform((raw): WireRow<z.output<S>> => {
    if (raw['unreadable'] === true) return stub(raw)
    const read = schema.safeParse(raw)
    if (read.success) return { ok: true, record: read.data }
    return {
      ok: false,
      columns: textMembers(raw),
      reason: `the stored body does not fit: ${firstIssue(read.error)}`,
      text: null,
    }
  })

function stub(raw: JsonObject): Unreadable {
  const { unreadable: _, reason, text, ...columns } = raw
  return {
    ok: false,
    columns: textMembers(columns),
    reason: typeof reason === 'string' ? reason : 'the stored body cannot be read',
    text: typeof text === 'string' ? text : null,
  }
}

const textMembers = (raw: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
