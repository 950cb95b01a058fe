import type { LosslessNumber } from 'lossless-json'
import { z } from 'zod'
import { isExact, type Json, writeReal } from '../json'

/** RFC 3339 instant exactly as somebody wrote it: 0, 3, 6 or 9 fraction digits. Never rebuilt from a Date. */
export type Timestamp = string & { readonly __timestamp: true }
const RFC3339 =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
export const isTimestamp = (text: string): text is Timestamp => RFC3339.test(text) && !Number.isNaN(Date.parse(text))
export const Timestamp = z.custom<Timestamp>((value) => typeof value === 'string' && isTimestamp(value), {
  error: 'not an RFC 3339 timestamp',
})

export const U64_MAX = 18446744073709551615n
/** An unsigned 64-bit integer: a number while it is safe, a bigint above 2^53. Sums go through `derive/counts`. */
export type Count = number | bigint
export const Count = z.custom<Count>(
  (value) =>
    typeof value === 'bigint' ? value >= 0n && value <= U64_MAX : Number.isSafeInteger(value) && (value as number) >= 0,
  { error: 'not an unsigned 64-bit integer' },
)
export const U32 = z.custom<number>(
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff,
  { error: 'not an unsigned 32-bit integer' },
)

/** A 64-bit float. `1.0` reads as 1 and is printed as engines print it, `1.0`. */
export const Real = z.codec(
  z.custom<number | bigint | LosslessNumber>(
    (value) =>
      (typeof value === 'number' || typeof value === 'bigint' || isExact(value)) &&
      Number.isFinite(Number(String(value))),
    { error: 'not a number that a float can hold' },
  ),
  z.number(),
  { decode: (value) => Number(String(value)), encode: (value) => writeReal(value) ?? 0 },
)

/** Any JSON, kept to the digit. */
export const Opaque = z.custom<Json>((value) => value !== undefined)

/** A log sequence, decimal digits as text: it exceeds 2^53. */
export type Seq = string & { readonly __seq: true }
export const Seq = z.custom<Seq>((value) => typeof value === 'string' && /^\d{1,20}$/.test(value), {
  error: 'not a log sequence number',
})

/** Free labels: any key, any text. */
export const Labels = z.record(z.string(), z.string())

/**
 * One of a closed list of words. Reading keeps a word that only a later engine knows, writing refuses it:
 * an engine that cannot decode one row gives up on the whole store (storage.md trap 1).
 */
export function word<const W extends string>(...words: W[]) {
  const known = new Set<string>(words)
  type Known = W | (string & Record<never, never>)
  return z.codec(
    z.string(),
    z.custom<Known>((value) => typeof value === 'string'),
    {
      decode: (value): Known => value,
      encode: (value, ctx): string => {
        if (!known.has(value)) {
          ctx.issues.push({ code: 'custom', input: value, message: `not one of ${words.join(', ')}` })
          return z.NEVER
        }
        return value
      },
    },
  )
}

/**
 * A stored record: names the members we know and keeps those we do not, at every depth, so that what a newer engine
 * wrote survives `{ ...record, status }`. The type names only the known ones: the cast below is what hides the rest.
 */
export const record = <S extends z.ZodRawShape>(shape: S) =>
  z.looseObject(
    Object.fromEntries(
      Object.entries(shape).map(([name, member]) => [name, member instanceof z.ZodOptional ? orNull(member) : member]),
    ),
  ) as unknown as z.ZodObject<S>

/**
 * A member that is left out when absent: engines also read it as null, and so do we, unless null is a value of its own
 * there. It is never written as null.
 */
const orNull = (member: z.ZodOptional) =>
  member.safeDecode(null as never).success
    ? member
    : z.codec(z.unknown().optional(), member as z.ZodOptional<z.ZodUnknown>, {
        decode: (value) => value ?? undefined,
        encode: (value) => value,
      })

/**
 * A type of which engines refuse unknown members (`CallbackSpec`, `SelectionRequest`, limits, parameters). Reading keeps
 * what only a later engine knows, writing refuses it: an engine that cannot decode one row gives up on the whole store.
 */
export function strict<S extends z.ZodRawShape>(shape: S) {
  const known = new Set(Object.keys(shape))
  const fields = record(shape)
  return z.codec(
    fields,
    z.custom<z.output<typeof fields>>((value) => typeof value === 'object' && value !== null),
    {
      decode: (value) => value,
      encode: (value, ctx) => {
        const unknown = Object.keys(value).find((name) => !known.has(name))
        if (unknown === undefined) return value
        ctx.issues.push({ code: 'custom', input: value, message: `no member ${unknown} is known here` })
        return z.NEVER
      },
    },
  )
}
