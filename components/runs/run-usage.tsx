'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Figure, Figures } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { runUsageQuery, type RunUsage as Usage, type UsageUnit } from '@/lib/client/run-traces'
import type { Count } from '@/lib/contract/records/primitives'
import { addCounts, compareCounts } from '@/lib/derive/counts'
import { invocationLook } from '@/lib/derive/run-look'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { compact, counted, decimal, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToInvocation } from '@/lib/url/paths'
import { NotAvailable, NothingHere, PartState } from './detail/part-state'

/** What a run used: together, by what it costs, and invocation by invocation. */
export function RunUsage({ runId }: { runId: string }) {
  const query = useQuery(runUsageQuery(runId))
  return (
    <PartState what="usage" query={query}>
      {(usage) => <Used runId={runId} usage={usage} />}
    </PartState>
  )
}

function Used({ runId, usage }: { runId: string; usage: Usage }) {
  const { units, invocations, has_table } = usage
  if (units.length === 0) {
    if (!has_table)
      return (
        <NotAvailable title="Not available">
          This store has no table of usage: the engine that made it is older than usage, or was built without it.
        </NotAvailable>
      )
    return (
      <NothingHere title="No usage recorded">
        {invocations === 0
          ? 'Engines file usage when an invocation ends, and none of this run has.'
          : 'Its invocations ended without any: the engine that ran them does not measure it, or it was switched off.'}
      </NothingHere>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Totals usage={usage} />
      {units.length < invocations && (
        <p role="status" className="text-meta text-warn">
          {whole(units.length)} of {counted(invocations, 'invocation')} reported usage; the sums are of those.
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-3.5 roomy:grid-cols-2">
        <CostPanel usage={usage} />
        <CallsPanel usage={usage} />
      </div>
      <UnitsPanel runId={runId} units={units} />
    </div>
  )
}

const sumOf = (units: readonly UsageUnit[], of: (unit: UsageUnit) => Count): Count =>
  units.reduce<Count>((sum, unit) => addCounts(sum, of(unit)), 0)

function Totals({ usage: { units } }: { usage: Usage }) {
  const currencies = [...new Set(units.map(({ currency }) => currency))]
  return (
    <Figures label="In all">
      <Figure name="Rows read" value={<Compact count={sumOf(units, (unit) => unit.records_read)} />} />
      <Figure name="Rows written" value={<Compact count={sumOf(units, (unit) => unit.records_written)} />} />
      <Figure name="Bytes read" value={bytes(sumOf(units, (unit) => unit.bytes_read))} note="estimate" />
      <Figure name="Bytes written" value={bytes(sumOf(units, (unit) => unit.bytes_written))} note="estimate" />
      <Figure
        name="Requests"
        value={<Compact count={sumOf(units, (unit) => unit.requests)} />}
        note="source and sink"
      />
      <Figure
        name="Compute time"
        value={duration(Number(sumOf(units, (unit) => unit.duration_ms)))}
        note="of all invocations"
      />
      {currencies.map((currency) => {
        const own = units.filter((unit) => unit.currency === currency)
        const hosted = own.reduce((sum, unit) => sum + unit.hosted, 0)
        return (
          <Figure
            key={currency}
            name="Cost, estimate"
            value={money(
              own.reduce((sum, unit) => sum + unit.cost, 0),
              currency,
            )}
            note={hosted > 0 ? `hosted ${money(hosted, currency)}` : undefined}
          />
        )
      })}
    </Figures>
  )
}

const Compact = ({ count }: { count: Count }) => <span data-tip={whole(count)}>{compact(count)}</span>

function CostPanel({ usage: { lines, not_reported } }: { usage: Usage }) {
  return (
    <Panel title="What it costs" note="an estimate, by line">
      {lines.length === 0 ? (
        <p className="text-ink-2">No line of cost was estimated.</p>
      ) : (
        <table aria-label="Cost by line" className="w-full">
          <tbody>
            {lines.map(({ item, unit, currency, quantity, rate, amount }) => (
              <tr key={`${item} ${unit} ${currency}`} className="border-t border-line first:border-t-0">
                <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                  {visible(item.replaceAll('_', ' '))}
                </th>
                <td className="py-1 pr-3 text-right text-meta text-ink-2 tabular-nums">
                  {decimal(quantity)} {visible(unit)}
                  {rate !== null && ` × ${rate}`}
                </td>
                <td className="py-1 text-right whitespace-nowrap tabular-nums">{money(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {not_reported.length > 0 && (
        <p className="pt-2 text-meta text-ink-3">
          Not in it: {visible(not_reported.join(', '))}. What they cost they do not report.
        </p>
      )}
    </Panel>
  )
}

function CallsPanel({ usage }: { usage: Usage }) {
  const kinds = [
    ['Source calls', usage.source_calls],
    ['Sink calls', usage.sink_calls],
    ['Retries', usage.retries],
  ] as const
  const told = kinds.flatMap(([name, calls]) => Object.entries(calls).map(([kind, count]) => ({ name, kind, count })))
  return (
    <Panel title="Calls" note="to source and sink, by kind">
      {told.length === 0 && usage.throttled === 0 ? (
        <p className="text-ink-2">None were counted.</p>
      ) : (
        <table aria-label="Calls by kind" className="w-full">
          <tbody>
            {told.map(({ name, kind, count }) => (
              <tr key={`${name} ${kind}`} className="border-t border-line first:border-t-0">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="py-1 pr-3 text-meta text-ink-2 wrap-anywhere">{visible(kind.replaceAll('_', ' '))}</td>
                <td className="py-1 text-right tabular-nums">{whole(count)}</td>
              </tr>
            ))}
            {usage.throttled > 0 && (
              <tr className="border-t border-line first:border-t-0">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  Held back
                </th>
                <td className="py-1 pr-3 text-meta text-ink-2">
                  {usage.throttle_wait_secs > 0 && `${duration(usage.throttle_wait_secs * 1000)} in all`}
                </td>
                <td className="py-1 text-right tabular-nums">{whole(usage.throttled)}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

const SORTS: Readonly<Record<string, (a: UsageUnit, b: UsageUnit) => number>> = {
  row: (a, b) => (a.row_id < b.row_id ? -1 : a.row_id > b.row_id ? 1 : a.n - b.n),
  time: (a, b) => compareCounts(a.duration_ms, b.duration_ms),
  read: (a, b) => compareCounts(a.records_read, b.records_read),
  written: (a, b) => compareCounts(a.records_written, b.records_written),
  'bytes-read': (a, b) => compareCounts(a.bytes_read, b.bytes_read),
  'bytes-written': (a, b) => compareCounts(a.bytes_written, b.bytes_written),
  requests: (a, b) => compareCounts(a.requests, b.requests),
  cost: (a, b) => a.cost - b.cost,
}

function UnitsPanel({ runId, units }: { runId: string; units: readonly UsageUnit[] }) {
  const [{ column, isDescending }, sort] = useState({ column: 'time', isDescending: true })
  const by = SORTS[column] ?? (() => 0)
  const rows = units.toSorted((a, b) => (isDescending ? by(b, a) : by(a, b)))
  return (
    <Panel title="By invocation" note={counted(units.length, 'invocation')} isFlush>
      <DataTable
        label="Usage by invocation"
        columns={columnsFor(runId)}
        rows={rows}
        rowKey={({ n }) => String(n)}
        sorting={{
          column,
          isDescending,
          by: Object.keys(SORTS),
          onSort: (next) => sort({ column: next, isDescending: next === column ? !isDescending : next !== 'row' }),
        }}
      />
    </Panel>
  )
}

const columnsFor = (runId: string): Column<UsageUnit>[] => [
  {
    id: 'row',
    header: 'Invocation',
    isKept: true,
    cell: ({ row_id, parent, failed }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Link href={pathToInvocation(runId, row_id, parent)} look="row">
          <span className="font-mono text-meta">{visible(parent === null ? row_id : `${row_id} · ${parent}`)}</span>
        </Link>
        {failed && <Status word="failed" look={invocationLook('failed')} />}
      </span>
    ),
  },
  {
    id: 'connectors',
    header: 'From → to',
    width: 150,
    isExtra: true,
    cell: ({ connectors }) => <span className="text-ink-2">{visible(connectors)}</span>,
  },
  count('time', 'Compute time', 104, ({ duration_ms }) => duration(Number(duration_ms))),
  count('read', 'Read', 80, ({ records_read }) => <Compact count={records_read} />),
  count('written', 'Written', 80, ({ records_written }) => <Compact count={records_written} />, true),
  count('bytes-read', 'Bytes read', 92, ({ bytes_read }) => bytes(bytes_read)),
  count('bytes-written', 'Bytes written', 104, ({ bytes_written }) => bytes(bytes_written)),
  count('requests', 'Requests', 80, ({ requests }) => <Compact count={requests} />),
  count('cost', 'Cost', 100, ({ cost, currency }) => money(cost, currency), true),
]

function count(
  id: string,
  header: string,
  width: number,
  cell: Column<UsageUnit>['cell'],
  isKept = false,
): Column<UsageUnit> {
  return { id, header, width, isNumber: true, isKept, cell }
}
