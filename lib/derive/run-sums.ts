import { z } from 'zod'
import { Count, Real } from '@/lib/contract/records/primitives'

/** What a list shows of all invocations of a run. Sums stop at 2^53 − 1. */
export const RunSums = z.object({
  invocations: Count,
  failed: Count,
  /** `csv → jsonl`, each pair once, the first few. */
  connectors: z.array(z.string()),
  /** Pairs beyond those. */
  more_connectors: Count,
  /** Invocations that reported usage; of none there is nothing to add up. */
  covered: Count,
  bytes_read: Count,
  bytes_written: Count,
  /** One sum a currency: currencies are never added up. */
  costs: z.array(z.object({ currency: z.string(), total: Real })),
  /** Batches of which some or all rows went to a dead-letter queue; null: no invocation reports its batches. */
  dlq_batches: Count.nullable(),
})
export type RunSums = z.output<typeof RunSums>

const MOST_CONNECTORS = 3
const MOST_COSTS = 5

type Members = Readonly<Record<string, unknown>>

/** The sums of a body as the native parser sees it, printed; null: it has no invocations to look at. */
export function printRunSums({ invocations }: Members): string | null {
  if (!Array.isArray(invocations)) return null
  const all = invocations.filter(isMembers)
  const used = all.flatMap(({ usage }) => (isMembers(usage) ? [usage] : []))
  const snapshots = used.flatMap(({ usage }) => (isMembers(usage) ? [usage] : []))
  const batches = all.flatMap(({ batches: one }) => (isMembers(one) ? [one] : []))
  const connectors = [...new Set(used.map((one) => `${textOf(one['source_kind'])} → ${textOf(one['sink_kind'])}`))]
  const costs = new Map<string, number>()
  for (const { cost } of used) {
    if (!isMembers(cost)) continue
    const currency = textOf(cost['currency'])
    // A sum that no double holds would print as nothing.
    costs.set(currency, Math.min((costs.get(currency) ?? 0) + numberOf(cost['total']), Number.MAX_VALUE))
  }
  return JSON.stringify({
    invocations: all.length,
    failed: all.filter(isFailed).length,
    connectors: connectors.slice(0, MOST_CONNECTORS),
    more_connectors: Math.max(connectors.length - MOST_CONNECTORS, 0),
    covered: used.length,
    bytes_read: sumOf(snapshots, 'bytes_read'),
    bytes_written: sumOf(snapshots, 'bytes_written'),
    costs: [...costs].slice(0, MOST_COSTS).map(([currency, total]) => ({ currency, total })),
    dlq_batches: batches.length === 0 ? null : sumOf(batches, 'dlq_partial') + sumOf(batches, 'dlq_all'),
  })
}

/** As `invocationStatus` tells it of a record. */
function isFailed({ status, skipped, error }: Members): boolean {
  if (typeof status === 'string') return status === 'failed'
  return skipped !== true && typeof error === 'string'
}

/** Beyond, a double counts no longer one by one. */
const sumOf = (all: readonly Members[], name: string): number =>
  Math.min(
    all.reduce((sum, one) => sum + numberOf(one[name]), 0),
    Number.MAX_SAFE_INTEGER,
  )

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
