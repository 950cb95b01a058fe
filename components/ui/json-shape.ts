/** Any JSON, with numbers in whatever form keeps their digits. */
export type Json = null | boolean | number | bigint | string | Digits | Json[] | { [member: string]: Json }

/** A number that is printed as it was written. */
interface Digits {
  readonly isLosslessNumber: boolean
  toString(): string
}

export const isJsonObject = (value: Json): value is { [member: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('isLosslessNumber' in value)
