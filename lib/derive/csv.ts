import type { Count } from '@/lib/contract/records/primitives'

export type Cell = string | Count | null

/**
 * One line of a CSV file (RFC 4180), with its line end. A missing value is an empty cell. Counts keep every digit. Text that
 * a spreadsheet would take for a formula gets an apostrophe before it: the text stays readable and does nothing.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(printed).join(',')}\r\n`

function printed(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Also in the wide forms that East Asian spreadsheets read as the same signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/
