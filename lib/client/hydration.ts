import { LosslessNumber } from 'lossless-json'
import { isExact } from '@/lib/contract/json'

/**
 * What the server read crosses to the browser as text and comes back as it was: a float stays a float and a bigint a
 * bigint, though both would print the same digits. Exact values are texts behind a mark; a text with that mark gets another.
 */
const MARK = '\u0001'

export const packData = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${MARK}i${value}`
    if (isExact(value)) return `${MARK}n${value}`
    return typeof value === 'string' && value.startsWith(MARK) ? `${MARK}${value}` : value
  })

export const unpackData = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value
    const rest = value.slice(MARK.length)
    if (rest.startsWith('i')) return BigInt(rest.slice(1))
    return rest.startsWith('n') ? new LosslessNumber(rest.slice(1)) : rest
  })
