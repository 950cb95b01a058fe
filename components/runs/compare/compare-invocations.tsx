'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField } from '@/components/ui/check-field'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Unavailable } from '@/components/ui/unavailable'
import { invocationsQuery } from '@/lib/client/run-parts'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'
import { changeOf, type InvocationPair, isSamePair, pairInvocations } from '@/lib/derive/run-compare'
import { invocationLook } from '@/lib/derive/run-look'
import { duration } from '@/lib/format/duration'
import { compact, counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** Each invocation in both runs: how it ended, how much it wrote, how long it took. */
export function CompareInvocations({ a, b }: { a: string; b: string }) {
  const [before, after] = [useQuery(invocationsQuery(a)), useQuery(invocationsQuery(b))]
  const [isOnly, setOnly] = useState(false)
  if (before.data === undefined || after.data === undefined) {
    const error = before.error ?? after.error
    return (
      <Panel title="Invocations" isFlush>
        {error === null ? (
          <SkeletonRows rows={4} label="Loading invocations" />
        ) : (
          <Unavailable title="Could not be read">{error.message}</Unavailable>
        )}
      </Panel>
    )
  }
  const pairs = pairInvocations(before.data.rows, after.data.rows)
  if (pairs.length === 0) return null
  const differing = pairs.filter((pair) => !isSamePair(pair))
  const shown = isOnly ? differing : pairs
  return (
    <Panel
      title="Invocations"
      note={
        differing.length === 0
          ? `${counted(pairs.length, 'invocation')}, none differs but in time`
          : `${whole(differing.length)} of ${whole(pairs.length)} differ`
      }
      actions={
        differing.length > 0 &&
        differing.length < pairs.length && (
          <CheckField name="only" label="Only those" isChecked={isOnly} onChange={setOnly} />
        )
      }
      isFlush
    >
      <DataTable label="Invocations of both runs" columns={COLUMNS} rows={shown} rowKey={({ key }) => key} />
    </Panel>
  )
}

const COLUMNS: readonly Column<InvocationPair>[] = [
  {
    id: 'row',
    header: 'Invocation',
    isKept: true,
    cell: ({ row_id, parent }) => {
      const name = visible(parent === null ? row_id : `${row_id} · ${parent}`)
      return (
        <span className="block truncate font-mono text-meta" data-tip={name}>
          {name}
        </span>
      )
    },
  },
  { id: 'status', header: 'Ended', width: 210, isKept: true, cell: (pair) => <Endings pair={pair} /> },
  {
    id: 'rows',
    header: 'Rows written',
    width: 190,
    isNumber: true,
    cell: (pair) => <Both pair={pair} of={(row) => row.records_written} show={compact} />,
  },
  {
    id: 'time',
    header: 'Took',
    width: 230,
    isNumber: true,
    cell: (pair) => <Both pair={pair} of={(row) => row.duration_ms} show={(ms) => duration(Number(ms))} />,
  },
  {
    id: 'error',
    header: 'Error',
    isExtra: true,
    cell: ({ a, b }) => {
      const [before, after] = [a?.error, b?.error]
      const text = after ?? before
      if (text === undefined) return <Missing why="none" />
      return (
        <span className="block truncate font-mono text-meta" data-tip={visible(text)}>
          {before !== undefined && after !== undefined && before === after && 'the same: '}
          {after === undefined && 'before: '}
          {visible(text)}
        </span>
      )
    },
  },
]

function Endings({ pair: { a, b } }: { pair: InvocationPair }) {
  if (a === null) return <span className="text-ink-2">only after{b !== null && <Word status={b.status} />}</span>
  if (b === null) return <span className="text-ink-2">only before{<Word status={a.status} />}</span>
  if (a.status === b.status) return <Status word={b.status} look={invocationLook(b.status)} />
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="text-ink-3">{visible(a.status)} →</span>
      <Status word={b.status} look={invocationLook(b.status)} />
    </span>
  )
}

const Word = ({ status }: { status: string }) => <>, {visible(status)}</>

interface BothProps {
  pair: InvocationPair
  of: (row: InvocationRow) => Count
  show: (value: Count) => string
}

function Both({ pair: { a, b }, of, show }: BothProps) {
  const [before, after] = [a === null ? null : of(a), b === null ? null : of(b)]
  const change = changeOf(before, after)
  if (change?.isSame === true && after !== null) return show(after)
  return (
    <>
      <span className="text-ink-3">{before === null ? '—' : show(before)} → </span>
      {after === null ? '—' : show(after)}
      {change?.percent != null && (
        <span className={`ml-1.5 text-meta ${change.isNotable ? 'font-strong text-warn' : 'text-ink-3'}`}>
          {change.percent}
        </span>
      )}
    </>
  )
}
