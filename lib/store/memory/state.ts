import type { StoreOptions } from '@/lib/contract/store-options'

/** A row exactly as the table of that name would hold it: column → text. */
export type TableRow = Record<string, string | null>

/** Every table by its engine name, rows by primary key. */
export interface MemoryState {
  table(name: string): Map<string, TableRow>
}

export interface MemoryEnv extends StoreOptions {
  state: MemoryState
}

export function createMemoryState(): MemoryState {
  const tables = new Map<string, Map<string, TableRow>>()
  return {
    table(name) {
      let rows = tables.get(name)
      if (rows === undefined) {
        rows = new Map()
        tables.set(name, rows)
      }
      return rows
    },
  }
}

/** Primary key of one or more columns. */
export const keyOf = (...parts: readonly string[]): string => parts.join('\u0000')
