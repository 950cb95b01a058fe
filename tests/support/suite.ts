import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { TestClock } from './clock'

/** What a suite asks of a store. */
export type History = Omit<Deps, 'store' | 'vault' | 'engine'>

/** A table row, column → text. */
export type Row = Record<string, string | null>

/** One fresh store, and what a test may do to it. */
export interface World {
  history: History
  clock: TestClock
  now(): Timestamp
  advance(ms: number): void
  /** Another instance on the same data; on a store of one process it is the same store. */
  peer(instanceId: string): Promise<History>
  /** Writes a row past every check, as somebody else would. */
  plant(table: string, row: Row): Promise<void>
  /** Every row of a table as it stands, ordered by its first columns. */
  rows(table: string): Promise<Row[]>
  close(): Promise<void>
}

export interface Backend {
  name: string
  clustered: boolean
  durable: boolean
  /** The store has the tables, columns and stamp of engine 1.17. */
  later: boolean
  open(): Promise<World>
}

/** Which backends a case is for: all of them, clustered stores, single-instance stores (which answer inertly). */
export type For = 'all' | 'clustered' | 'single'
export type Case = readonly [name: string, where: For, run: (world: World, backend: Backend) => Promise<void>]
export interface Suite {
  name: string
  cases: readonly Case[]
}

export const suite = (name: string, cases: readonly Case[]): Suite => ({ name, cases })

export const applies = (where: For, backend: Backend): boolean =>
  where === 'all' || (where === 'clustered') === backend.clustered
