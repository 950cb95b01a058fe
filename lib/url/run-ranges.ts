/** A range of numbers. `min` and `max` belong to it, `above` and `below` do not. */
export interface NumberRange {
  min?: number
  max?: number
  above?: number
  below?: number
}

const SIGNS = { '>=': 'min', '<=': 'max', '>': 'above', '<': 'below' } as const

/** What kind of number a range is made of: how one is read, and how it is written again. */
interface Unit {
  read(text: string): number | null
  write(value: number): string
}

/** Milliseconds, written `340ms`, `1.5s`, `5m`, `2h`, `1d` or several of them: `1m30s`. */
export const DURATION: Unit = {
  read(text) {
    const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,3})?)(ms|[smhd])/gy)]
    if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) return null
    return parts.reduce((sum, [, count, unit]) => sum + Math.round(Number(count) * (UNIT_MS[unit ?? ''] ?? 0)), 0)
  },
  write(ms) {
    const [unit, size] = Object.entries(UNIT_MS).find(([, one]) => ms % one === 0) ?? ['ms', 1]
    return `${ms / size}${ms === 0 ? 's' : unit}`
  },
}
/** Largest first: what is written is the largest unit that says it exactly. */
const UNIT_MS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** Whole numbers; `10k` and `2.5M` are read too. */
export const COUNT: Unit = {
  read(text) {
    const [, digits, letter = ''] = /^(\d{1,15}(?:\.\d{1,6})?)([kMG]?)$/.exec(text) ?? []
    if (digits === undefined) return null
    const value = Math.round(Number(digits) * (LETTERS[letter] ?? 1))
    const isWhole = letter !== '' || !digits.includes('.')
    return isWhole && Number.isSafeInteger(value) ? value : null
  },
  write: String,
}
const LETTERS: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9 }

/** `>5m`, `>=5m`, `<5m`, `<=5m`, `1m..5m` with both ends, `..5m`, `5m..`, or one number. Null: none of these. */
export function readRange(text: string, unit: Unit): NumberRange | null {
  const [, sign, bound] = /^(>=|<=|>|<)(.+)$/s.exec(text) ?? []
  if (sign !== undefined) {
    const value = unit.read((bound ?? '').trim())
    return value === null ? null : { [SIGNS[sign as keyof typeof SIGNS]]: value }
  }
  const [, from, to] = /^(.*?)\.\.(.*)$/s.exec(text) ?? []
  if (from === undefined || to === undefined) {
    const value = unit.read(text)
    return value === null ? null : { min: value, max: value }
  }
  const [min, max] = [from === '' ? undefined : unit.read(from), to === '' ? undefined : unit.read(to)]
  if (min === null || max === null || (min === undefined && max === undefined)) return null
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** The shortest text that `readRange` reads back. */
export function writeRange({ min, max, above, below }: NumberRange, unit: Unit): string {
  if (above !== undefined) return `>${unit.write(above)}`
  if (below !== undefined) return `<${unit.write(below)}`
  if (min === undefined) return `<=${unit.write(max ?? 0)}`
  if (max === undefined) return `>=${unit.write(min)}`
  return min === max ? unit.write(min) : `${unit.write(min)}..${unit.write(max)}`
}
