import type { Timestamp } from '../records/primitives'

/** What this store is and can do just now; for `/readyz`, banners and pages that say "not available". */
export interface Capabilities {
  kind: 'memory' | 'sqlite' | 'postgres'
  /** For people: a file path, or host and database. Never a password. */
  where: string
  /** Schema stamp; null: none (engines up to 1.13.2, or a store we made). */
  stamp: number | null
  /** Why nothing may be written; null: writable. */
  readOnly: string | null
  /** Since when memory answers in place of the store; null: the store answers. */
  degradedSince: Timestamp | null
  /** Engine tables this store has, with their columns. */
  tables: Readonly<Record<string, readonly string[]>>
}

export interface StoreInfo {
  /** Never rejects: a store that does not answer is described as last seen, degraded. */
  capabilities(): Promise<Capabilities>
}
