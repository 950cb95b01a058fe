'use client'

import { useRef, useState } from 'react'

/** Rows that can be chosen at once, over all pages of a list. */
export const MOST_CHOSEN = 500

export interface Selection<R> {
  /** The chosen rows by their key, in the order they were chosen: as they stand here now, or stood when they were chosen. */
  chosen: ReadonlyMap<string, R>
  /** How many of the chosen are not among the rows shown. */
  elsewhere: number
  /** Of the rows shown, how many are chosen. */
  shown: 'none' | 'some' | 'all'
  /** No further row can be chosen. */
  isFull: boolean
  isChosen(key: string): boolean
  /** With `isRange`, every row between the one changed last and this one gets the same. */
  choose(key: string, isChosen: boolean, isRange?: boolean): void
  /** All rows shown, or none of them; rows of other pages stay as they are. */
  chooseShown(isChosen: boolean): void
  /** Takes these out, or all. */
  drop(keys?: Iterable<string>): void
}

interface Chosen<R> {
  question: string
  rows: ReadonlyMap<string, R>
}

/**
 * Which rows of a list are chosen. They stay chosen when the list is read again and when another of its pages is looked
 * at; another `question` begins with none, so that nothing is ever done to rows that nobody sees any more.
 * `keyOf` is null for a row that cannot be chosen.
 */
export function useSelection<R>(rows: readonly R[], keyOf: (row: R) => string | null, question: string): Selection<R> {
  const [kept, setKept] = useState<Chosen<R>>({ question, rows: new Map() })
  if (kept.question !== question) setKept({ question, rows: new Map() })
  const changedLast = useRef<string | null>(null)
  const byKey = new Map(
    rows.flatMap((row) => {
      const key = keyOf(row)
      return key === null ? [] : [[key, row] as const]
    }),
  )
  const order = [...byKey.keys()]
  const chosen = new Map([...keptFor(kept, question)].map(([key, row]) => [key, byKey.get(key) ?? row]))
  const here = order.filter((key) => chosen.has(key)).length

  const set = (keys: readonly string[], isChosen: boolean) => {
    setKept((last) => {
      const next = new Map(keptFor(last, question))
      for (const key of keys) {
        const row = byKey.get(key)
        if (!isChosen) next.delete(key)
        else if (row !== undefined && (next.has(key) || next.size < MOST_CHOSEN)) next.set(key, row)
      }
      return { question, rows: next }
    })
  }
  return {
    chosen,
    elsewhere: chosen.size - here,
    shown: here === 0 ? 'none' : here === order.length ? 'all' : 'some',
    isFull: chosen.size >= MOST_CHOSEN,
    isChosen: (key) => chosen.has(key),
    choose(key, isChosen, isRange = false) {
      const from = isRange && changedLast.current !== null ? order.indexOf(changedLast.current) : -1
      changedLast.current = key
      set(from === -1 ? [key] : between(order, from, order.indexOf(key)), isChosen)
    },
    chooseShown: (isChosen) => set(order, isChosen),
    drop: (keys) => set(keys === undefined ? [...chosen.keys()] : [...keys], false),
  }
}

/** The rows of another question are not taken along. */
const keptFor = <R>(kept: Chosen<R>, question: string): Iterable<[string, R]> =>
  kept.question === question ? kept.rows : []

const between = (order: readonly string[], a: number, b: number): readonly string[] =>
  order.slice(Math.min(a, b), Math.max(a, b) + 1)
