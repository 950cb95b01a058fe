import type { ReactNode } from 'react'

export interface Column<R> {
  id: string
  header: string
  /** Pixels; a column without a width shares what is left. */
  width?: number
  isNumber?: boolean
  /** Stays where the screen is narrow. */
  isKept?: boolean
  /** Shown only where there is a lot of room. */
  isExtra?: boolean
  cell: (row: R) => ReactNode
}

export interface Sorting {
  column: string
  isDescending: boolean
  /** Columns that can be sorted by. */
  by: readonly string[]
  onSort: (column: string) => void
}

/** Rows can be chosen: a box before each, and one for all of them in the head. */
export interface Choosing<R> {
  shown: 'none' | 'some' | 'all'
  isChosen: (key: string) => boolean
  choose: (key: string, isChosen: boolean, isRange: boolean) => void
  chooseShown: (isChosen: boolean) => void
  /** What the box of a row is called; null: this row cannot be chosen. */
  labelOf: (row: R) => string | null
}

export interface DataTableProps<R> {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  sorting?: Sorting
  choosing?: Choosing<R>
  /** Answers are on their way for another question than the one these rows belong to. */
  isStale?: boolean
}

/** Where a column is left out. */
export const kept = <R>({ isKept, isExtra }: Column<R>): string | undefined =>
  isExtra ? 'max-roomy:hidden' : isKept ? undefined : 'max-wide:hidden'
