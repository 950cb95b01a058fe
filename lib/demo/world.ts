import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'

/** What the days before a demo are written to. */
export type DemoStore = Pick<
  Deps,
  'runs' | 'logs' | 'usage' | 'shards' | 'tenants' | 'templates' | 'catalog' | 'changes' | 'outputs' | 'audit'
>

export interface DemoPast {
  store: DemoStore
  nowMs: number
  newId(ms: number): string
}

export const ago = ({ nowMs }: DemoPast, minutes: number): Timestamp =>
  new Date(nowMs - minutes * 60_000).toISOString() as Timestamp
