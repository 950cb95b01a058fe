/** What people write into a field for a number; `null`: it is none. */

const GROUPED = /^\d{1,3}(?:[ ,_]\d{3})+$/
const MOST = 18_446_744_073_709_551_615n

/** A whole number, with or without marks between its thousands: `1000000`, `1,000,000`, `1_000_000`. */
export function readWhole(text: string): bigint | null {
  const bare = text.trim()
  if (!/^\d+$/.test(bare) && !GROUPED.test(bare)) return null
  const number = BigInt(bare.replace(/[ ,_]/g, ''))
  return number <= MOST ? number : null
}

const BYTE_UNITS: Readonly<Record<string, bigint>> = {
  b: 1n,
  kb: 1_000n,
  mb: 1_000_000n,
  gb: 1_000_000_000n,
  tb: 1_000_000_000_000n,
  kib: 1n << 10n,
  mib: 1n << 20n,
  gib: 1n << 30n,
  tib: 1n << 40n,
}

/** Bytes: a whole number, or one with a unit, `500 MiB`, `1.5GB`. What falls between two bytes is cut. */
export function readBytes(text: string): bigint | null {
  const plain = readWhole(text)
  if (plain !== null) return plain
  const [, whole = '', fraction = '', unit = ''] =
    /^(\d{1,15})(?:\.(\d{1,6}))?\s*([kmgt]?i?b)$/i.exec(text.trim()) ?? []
  const size = BYTE_UNITS[unit.toLowerCase()]
  if (size === undefined) return null
  const bytes = (BigInt(whole + fraction) * size) / 10n ** BigInt(fraction.length)
  return bytes <= MOST ? bytes : null
}

const SPAN_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }
const SPAN_WORDS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const

/** Seconds of a length of time: `90`, `90s`, `30m`, `2h`, `1h 30m`. */
export function readSpan(text: string): number | null {
  const bare = text.trim().toLowerCase()
  if (/^\d{1,12}$/.test(bare)) return Number(bare)
  if (!/^(?:\d{1,9}\s*[smhdw]\s*)+$/.test(bare)) return null
  const parts = [...bare.matchAll(/(\d+)\s*([smhdw])/g)]
  return parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (SPAN_UNITS[unit] ?? 0), 0)
}

/** The same the other way: the fewest words that say exactly this. */
export function spanText(seconds: number): string {
  let left = seconds
  const parts: string[] = []
  for (const [unit, size] of SPAN_WORDS) {
    const count = Math.floor(left / size)
    if (count > 0) parts.push(`${count}${unit}`)
    left -= count * size
  }
  return parts.length === 0 ? '0s' : parts.join(' ')
}
