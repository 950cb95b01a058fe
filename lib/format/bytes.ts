import type { Count } from '@/lib/contract/records/primitives'
import { whole } from './number'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

/** `512 B`, `4.7 KiB`: binary units, one decimal from KiB up. */
export function bytes(value: Count): string {
  if (value < 1024) return `${whole(value)} B`
  const exact = BigInt(value)
  let unit = 1
  while (unit < UNITS.length - 1 && exact >= 1024n ** BigInt(unit + 1)) unit += 1
  let tenths = tenthsOf(exact, unit)
  if (tenths >= 10_240n && unit < UNITS.length - 1) {
    unit += 1
    tenths = tenthsOf(exact, unit)
  }
  return `${whole(tenths / 10n)}.${tenths % 10n} ${UNITS[unit]}`
}

function tenthsOf(exact: bigint, unit: number): bigint {
  const base = 1024n ** BigInt(unit)
  return (exact * 10n + base / 2n) / base
}
