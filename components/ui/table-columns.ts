import type { ReactNode } from 'react'

export interface Column<R> {
  id: string
  header: string
  /** What the header means, where its words do not tell. */
  tip?: string
  /** Pixels; a column without a width shares what is left. */
  width?: number
  /** What a column without a width has at the least, in a `TablePlace`. */
  least?: number
  isNumber?: boolean
  /** Stays where the screen is narrow. */
  isKept?: boolean
  /** Shown only where there is a lot of room. */
  isExtra?: boolean
  /** Instead of both, for a table in a `TablePlace`: how much room it needs for this column. */
  from?: 'narrow' | 'lean' | 'mid' | 'broad'
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
  isCompact?: boolean
  /** Columns can be drawn wider and narrower; pixels. */
  onWidth?: (column: string, width: number) => void
  /** Answers are on their way for another question than the one these rows belong to. */
  isStale?: boolean
}

/** Where a column is left out. */
export const kept = <R>({ isKept, isExtra, from }: Column<R>): string | undefined => {
  if (from !== undefined) return FROM[from]
  return isExtra ? 'max-roomy:hidden' : isKept ? undefined : 'max-wide:hidden'
}

const FROM = {
  narrow: undefined,
  lean: '@max-lean:hidden',
  mid: '@max-mid:hidden',
  broad: '@max-broad:hidden',
} as const
