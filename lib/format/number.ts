import type { Count } from '@/lib/contract/records/primitives'

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })
const UNITS = ['', 'K', 'M', 'B', 'T', ' quadrillion', ' quintillion']

/** `9,007,199,254,740,993`: every digit, in groups of three. */
export const whole = (value: Count): string => GROUPED.format(value)

/** `999`, `1.2K`, `12.3M`, `123B`: three significant digits at most, never rounded up to a wrong unit. */
export function compact(value: Count): string {
  if (value < 1000) return whole(value)
  // Exact integer steps: a 64-bit count loses digits as a double.
  const exact = BigInt(value)
  let unit = Math.min(Math.floor((exact.toString().length - 1) / 3), UNITS.length - 1)
  let scaled = hundredths(exact, unit)
  if (scaled >= 100_000n && unit < UNITS.length - 1) {
    unit += 1
    scaled = hundredths(exact, unit)
  }
  const decimals = scaled >= 10_000n ? 0 : scaled >= 1_000n ? 1 : 2
  return `${trimZeros((Number(scaled) / 100).toFixed(decimals))}${UNITS[unit]}`
}

/** The value in the unit, times 100, rounded to what will be shown. */
function hundredths(exact: bigint, unit: number): bigint {
  const base = 1000n ** BigInt(unit)
  const step = exact >= 100n * base ? 100n : exact >= 10n * base ? 10n : 1n
  const rounded = (exact * 100n + (base * step) / 2n) / (base * step)
  return rounded * step
}

/** `81.0%`; a share that is not nothing never shows as nothing, one that is not all never as all. */
export function percent(ratio: number): string {
  const shown = ratio * 100
  if (shown > 0 && shown < 0.1) return '<0.1%'
  if (shown < 100 && shown > 99.9) return '>99.9%'
  return `${shown.toFixed(1)}%`
}

/** A measured value: whole ones grouped, else three decimals below 10 and one above. */
export function decimal(value: number): string {
  if (Number.isInteger(value)) return GROUPED.format(value)
  const digits = Math.abs(value) < 10 ? 3 : 1
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value)
}

/** `1 run`, `2 runs`. */
export const counted = (count: Count, one: string, many = `${one}s`): string =>
  `${whole(count)} ${Number(count) === 1 ? one : many}`

/** `1,234 rows/s`; nothing below a tenth of a second, where a rate says nothing. */
export function perSecond(count: Count, ms: number): string | null {
  if (ms < 100) return null
  const rate = (Number(count) * 1000) / ms
  if (rate === 0) return '0'
  if (rate < 0.1) return '<0.1'
  return rate >= 100 ? compact(Math.round(rate)) : trimZeros(rate.toFixed(rate >= 10 ? 0 : 1))
}

const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
