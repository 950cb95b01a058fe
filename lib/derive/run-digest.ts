import type { InvocationRow, Lag, Probe, RowAccounting, RunDigest } from '@/lib/contract/records/invocations'
import type { RunRecord } from '@/lib/contract/records/runs'
import { addCounts, compareCounts } from './counts'
import { invocationRow } from './invocation-rows'
import { stretchesOf } from './run-axis'
import { batchTotals, connectorsOf, failureText, usageTotals } from './run-facts'
import { spanOf } from './run-timeline'

/** Shown on the first tab; all of them have a tab of their own. */
const SHOWN = 12
const NAMED = 20
const WRITTEN = 8
const PROBES = 100
const CONNECTORS = 10
/** An error may be megabytes long; nobody reads that in a box. */
const FAILURE_CHARS = 100_000

/** What the page of a run says of its invocations, so that a run of thousands opens like any other. */
export function digestOf(run: RunRecord): RunDigest {
  const rows = run.invocations.map(invocationRow)
  const failed = rows.filter(({ status }) => status === 'failed')
  const written = writtenBy(rows)
  return {
    invocations: rows.length,
    statuses: countsOf(rows.map(({ status }) => status)),
    failure: failureText(run)?.slice(0, FAILURE_CHARS) ?? null,
    failed_rows: failed.slice(0, NAMED).map(nameOf),
    shown: [...failed, ...rows.filter(({ status }) => status !== 'failed')].slice(0, SHOWN),
    longest_ms: rows.reduce((longest, { duration_ms }) => Math.max(longest, Number(duration_ms)), 0),
    stretches: stretchesOf(rows.map(spanOf).filter((span) => span !== null)),
    connectors: connectorsOf(run.invocations).slice(0, CONNECTORS),
    usage: usageOf(run),
    batches: batchTotals(run.invocations),
    rows: accountingTotals(rows),
    lag: largestLag(rows),
    written: written.slice(0, WRITTEN),
    written_count: written.length,
    with_own_id: rows.filter(({ run_id }) => run_id !== undefined).length,
    checks: checksOf(run),
  }
}

/** `orders`, or `orders · 42` of one parent record. */
export const nameOf = ({ row_id, parent_record_key }: Pick<InvocationRow, 'row_id' | 'parent_record_key'>): string =>
  parent_record_key === undefined ? row_id : `${row_id} · ${parent_record_key}`

function countsOf(words: readonly string[]): RunDigest['statuses'] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => ({ word, count })).sort((a, b) => b.count - a.count)
}

function usageOf(run: RunRecord): RunDigest['usage'] {
  const totals = usageTotals(run.invocations)
  if (totals === null) return null
  const { covered, recordsRead, bytesRead, bytesWritten, requests, retries, costs } = totals
  return {
    covered,
    records_read: recordsRead,
    bytes_read: bytesRead,
    bytes_written: bytesWritten,
    requests,
    retries,
    costs,
  }
}

function accountingTotals(rows: readonly InvocationRow[]): RunDigest['rows'] {
  const told = rows.flatMap(({ rows: accounting }) => (accounting === undefined ? [] : [accounting]))
  const [first, ...rest] = told
  if (first === undefined) return null
  const sum = { ...first }
  for (const one of rest)
    for (const name of Object.keys(sum) as (keyof RowAccounting)[]) sum[name] = addCounts(sum[name], one[name])
  return { ...sum, covered: told.length }
}

function largestLag(rows: readonly InvocationRow[]): Lag | null {
  let largest: Lag | null = null
  for (const { lag } of rows) {
    if (lag === undefined) continue
    largest ??= {}
    for (const name of ['bytes', 'events'] as const) {
      const value = lag[name]
      if (value !== undefined && compareCounts(value, largest[name] ?? 0) >= 0) largest[name] = value
    }
    if (lag.seconds !== undefined) largest.seconds = Math.max(largest.seconds ?? 0, lag.seconds)
  }
  return largest
}

function writtenBy(rows: readonly InvocationRow[]): RunDigest['written'] {
  const written = new Map<string, RunDigest['written'][number]>()
  for (const { usage, records_written } of rows) {
    if (usage?.dataset_uri === undefined) continue
    const { dataset_id, dataset_uri: uri, connectors } = usage
    const before = written.get(uri)
    written.set(uri, {
      ...(dataset_id !== undefined && { dataset_id }),
      uri,
      kind: connectors.split(' → ')[1] ?? '',
      records: addCounts(before?.records ?? 0, records_written),
      invocations: (before?.invocations ?? 0) + 1,
    })
  }
  return [...written.values()].sort((a, b) => compareCounts(b.records, a.records) || (a.uri < b.uri ? -1 : 1))
}

/** The engine's own report, read as far as it has the shape that engines write. */
function checksOf({ doctor_report: report }: RunRecord): RunDigest['checks'] {
  const rows = listIn(report, 'invocations')
  if (rows === null) return null
  const probes = rows.flatMap((row) =>
    (listIn(row, 'probes') ?? []).map(
      (probe): Probe => ({
        row: textIn(row, 'id') ?? '',
        role: textIn(probe, 'role') ?? '',
        connector: textIn(probe, 'connector') ?? '',
        name: textIn(probe, 'name') ?? '',
        status: textIn(probe, 'status') ?? '',
        ...messageOf(probe),
        ...elapsedOf(probe),
      }),
    ),
  )
  const failed = probes.filter(({ status }) => status === 'fail')
  return {
    probes: [...failed, ...probes.filter(({ status }) => status !== 'fail')].slice(0, PROBES),
    count: probes.length,
    failed: failed.length,
  }
}

function messageOf(probe: unknown): { message?: string } {
  const message = ['message', 'error', 'detail', 'hint', 'reason']
    .map((name) => textIn(probe, name))
    .filter((text) => text !== null)
    .join(' ')
  return message === '' ? {} : { message }
}

function elapsedOf(probe: unknown): { elapsed_ms?: number } {
  const elapsed = memberOf(probe, 'elapsed_ms')
  return elapsed === undefined || Number.isNaN(Number(String(elapsed))) ? {} : { elapsed_ms: Number(String(elapsed)) }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

function listIn(value: unknown, name: string): unknown[] | null {
  const member = memberOf(value, name)
  return Array.isArray(member) ? member : null
}

function textIn(value: unknown, name: string): string | null {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : null
}
