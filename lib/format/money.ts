const TWO = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const FOUR = new Intl.NumberFormat('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 })

/** `USD 12.50`, `USD 0.0009`: two decimals, four for a non-zero amount under a cent, never a false zero. */
export function money(amount: number, currency: string): string {
  const size = Math.abs(amount)
  if (size === 0 || size >= 0.01) return `${currency} ${TWO.format(amount)}`
  if (size < 0.00005) return `< ${currency} 0.0001`
  return `${currency} ${FOUR.format(amount)}`
}
