import { z } from 'zod'

/** A count as our own reports spell it: a number, or digits as text beyond exact ones. */
export const PlainCount = z.union([z.number(), z.string().transform((digits) => BigInt(digits))])

/** Reads a report of ours, which holds nothing that the native parser would change. */
export const plainAs =
  <S extends z.ZodType>(schema: S) =>
  (text: string): z.output<S> =>
    schema.parse(JSON.parse(text))
