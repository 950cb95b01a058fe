import type { Count } from '@/lib/contract/records/primitives'
import type { BatchOutcomes, InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { addCounts } from './counts'

type Named = Pick<RunRecord, 'run_id' | 'name' | 'labels'>

/** What people call the run: its name, else its pipeline, else its id. */
export const runTitle = ({ run_id, name, labels }: Named): string =>
  [name, labels['pipeline'], run_id].find((text) => text?.trim()) ?? run_id

/** The pipeline, where it says more than the title does. */
export function pipelineBeside(run: Named): string | null {
  const pipeline = run.labels['pipeline']?.trim() ? run.labels['pipeline'] : null
  return pipeline === runTitle(run) ? null : pipeline
}

const STAMPED = new Set([
  'pipeline',
  'selection',
  'template',
  'template_version',
  'allow_untested',
  'sink_template',
  'sink_template_version',
  'overlay',
  'overlay_version',
  'depends_on',
  'change',
  'fanout',
  'backfill',
  'backfill_unit',
  'dlq_replay',
])

export interface Label {
  key: string
  value: string
  /** Put there by the engine. A caller could have written it too: it proves nothing. */
  isStamped: boolean
}

/** The caller's own labels first, what engines stamp after them; each group by key. */
export const labelsOf = (labels: Readonly<Record<string, string>>): Label[] =>
  Object.entries(labels)
    .map(([key, value]) => ({ key, value, isStamped: STAMPED.has(key) || key.startsWith('faucet.trigger.') }))
    .sort((a, b) => Number(a.isStamped) - Number(b.isStamped) || (a.key < b.key ? -1 : 1))

/** How an invocation ended; engines before 1.16 leave it to be told from the error. */
export function invocationStatus(invocation: InvocationRecord): string {
  const { status, skipped } = invocation as InvocationRecord & { status?: unknown; skipped?: unknown }
  if (typeof status === 'string') return status
  if (skipped === true) return 'skipped'
  return invocation.error === null ? 'succeeded' : 'failed'
}

const GENERIC = /^\d+ invocation\(s\) failed$/

/** What went wrong: where the run only counts its failures, the first failure's own words. What was skipped did not fail. */
export function failureText(run: Pick<RunRecord, 'error' | 'invocations'>): string | null {
  if (run.error !== null && !GENERIC.test(run.error)) return run.error
  const [first] = failedOf(run.invocations)
  return first?.error ?? run.error
}

export const failedOf = (invocations: readonly InvocationRecord[]): InvocationRecord[] =>
  invocations.filter((invocation) => invocationStatus(invocation) === 'failed')

/** `csv → jsonl`, each pair once. */
export const connectorsOf = (invocations: readonly InvocationRecord[]): string[] => [
  ...new Set(invocations.flatMap(({ usage }) => (usage ? [`${usage.source_kind} → ${usage.sink_kind}`] : []))),
]

export interface UsageTotals {
  /** Invocations that reported usage. */
  covered: number
  recordsRead: Count
  bytesRead: Count
  bytesWritten: Count
  /** Calls of sources and sinks. */
  requests: Count
  retries: Count
  /** One sum a currency: currencies are never added up. */
  costs: { currency: string; total: number; hosted: number }[]
}

export function usageTotals(invocations: readonly InvocationRecord[]): UsageTotals | null {
  const none = { recordsRead: 0, bytesRead: 0, bytesWritten: 0, requests: 0, retries: 0 }
  const totals: UsageTotals = { covered: 0, ...none, costs: [] }
  const costs = new Map<string, { total: number; hosted: number }>()
  for (const { usage } of invocations) {
    if (usage === undefined) continue
    const { usage: used, cost } = usage
    totals.covered += 1
    totals.recordsRead = addCounts(totals.recordsRead, used.records_read)
    totals.bytesRead = addCounts(totals.bytesRead, used.bytes_read)
    totals.bytesWritten = addCounts(totals.bytesWritten, used.bytes_written)
    for (const calls of [used.source_roundtrips, used.sink_roundtrips])
      for (const count of Object.values(calls ?? {})) totals.requests = addCounts(totals.requests, count)
    for (const count of Object.values(used.source_retries ?? {})) totals.retries = addCounts(totals.retries, count)
    const { total, hosted } = costs.get(cost.currency) ?? { total: 0, hosted: 0 }
    costs.set(cost.currency, { total: total + cost.total, hosted: hosted + cost.hosted_equivalent })
  }
  if (totals.covered === 0) return null
  return { ...totals, costs: [...costs].map(([currency, amounts]) => ({ currency, ...amounts })) }
}

/** Batches of every invocation that attempted one; null where none reports any. */
export function batchTotals(invocations: readonly InvocationRecord[]): BatchOutcomes | null {
  const reported = invocations.flatMap(({ batches }) => (batches ? [batches] : []))
  if (reported.length === 0) return null
  return reported.reduce((sum, one) => ({
    attempted: addCounts(sum.attempted, one.attempted),
    committed: addCounts(sum.committed, one.committed),
    dlq_partial: addCounts(sum.dlq_partial, one.dlq_partial),
    dlq_all: addCounts(sum.dlq_all, one.dlq_all),
    failed: addCounts(sum.failed, one.failed),
  }))
}
