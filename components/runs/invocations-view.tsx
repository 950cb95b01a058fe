'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { cx } from '@/components/ui/cx'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { pushAddress, replaceAddress, ShallowLink } from '@/components/ui/shallow-link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { errorFacts } from '@/lib/client/api-error'
import { firstInvocationsQuery, type HeadRecord, type Invocations, invocationsQuery } from '@/lib/client/run-parts'
import { useRunHead } from '@/lib/client/use-runs'
import type { InvocationRow, RunDigest } from '@/lib/contract/records/invocations'
import { arrange } from '@/lib/derive/invocation-list'
import { whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'
import { type InvocationFilter, invocationSearch, parseInvocationFilter } from '@/lib/url/run'
import { searchOf } from '@/lib/url/search'
import { invocationColumns, SORTED_BY } from './detail/invocation-columns'
import { InvocationDetails } from './detail/invocation-details'
import { InvocationTools } from './detail/invocation-tools'

const InvocationsTimeline = dynamic(() =>
  import('./detail/invocations-timeline').then((loaded) => loaded.InvocationsTimeline),
)

import { whyNone } from './invocations-panel'

/** Every invocation of a run, slowest first; thousands of them as easily as one. */
export function InvocationsView({ runId }: { runId: string }) {
  const { data: head } = useRunHead(runId)
  const filter = parseInvocationFilter(searchOf(useSearchParams()))
  // What the page brought along was arranged as the address was then; the browser arranges from there on.
  const [asked] = useState(filter)
  const first = useQuery(firstInvocationsQuery(runId, asked))
  const rest = useQuery({ ...invocationsQuery(runId), enabled: first.data?.is_whole === false })
  const page = rest.data ?? first.data
  if (head?.run.ok !== true || head.digest === null) return null
  if (page === undefined) {
    if (first.error === null) return <SkeletonRows rows={12} label="Loading invocations" />
    return (
      <ErrorState
        title="The invocations could not be read"
        {...errorFacts(first.error)}
        onRetry={() => void first.refetch()}
      />
    )
  }
  return (
    <>
      {rest.error !== null && (
        <p role="status" className="pb-2 text-meta text-warn">
          Only the first {whole(page.rows.length)} could be read: {rest.error.message}
        </p>
      )}
      <InvocationsTable run={head.run.record} digest={head.digest} page={page} filter={filter} />
    </>
  )
}

/** Where the address stands now: a change may come before the page has drawn the last one. */
const filterNow = (): InvocationFilter => parseInvocationFilter(searchOf(new URLSearchParams(window.location.search)))

interface TableProps {
  run: HeadRecord
  digest: RunDigest
  page: Invocations
  filter: InvocationFilter
}

function InvocationsTable({ run, digest, page, filter }: TableProps) {
  const { order, isDescending, status, kind, words } = filter
  const shown = useMemo(
    () => arrange(page.rows, { order, isDescending, status, kind, words }),
    [page, order, isDescending, status, kind, words],
  )
  const addressOf = (change: Partial<InvocationFilter>, from = filter) => {
    const search = invocationSearch({ ...from, ...change })
    return pathToRunTab(run.run_id, 'invocations') + (search && `?${search}`)
  }
  const addressOfRow = (row: InvocationRow) =>
    addressOf({ chosen: { row: row.row_id, parent: row.parent_record_key ?? null } })
  const isChosen = (row: InvocationRow) =>
    filter.chosen?.row === row.row_id && filter.chosen.parent === (row.parent_record_key ?? null)
  const { chosen, view } = filter
  const columns = invocationColumns({
    rows: page.rows,
    longestMs: digest.longest_ms,
    addressOf: addressOfRow,
    isChosen,
    isBeside: chosen !== null,
  })
  const step = (by: number) => () => {
    const at = shown.findIndex(isChosen)
    const next = at === -1 ? shown.at(by > 0 ? 0 : -1) : shown[at + by]
    if (next !== undefined) replaceAddress(addressOfRow(next))
  }
  useShortcuts('Invocations', [
    { key: 'j', does: 'open the next one', act: step(1) },
    { key: 'k', does: 'open the one before', act: step(-1) },
  ])
  return (
    <div className="grid gap-2.5">
      <InvocationTools
        digest={digest}
        page={page}
        shown={shown.length}
        filter={filter}
        addressOf={addressOf}
        filterNow={filterNow}
      />
      <div className={cx('grid grid-cols-1 items-start gap-3.5', chosen !== null && 'roomy:grid-beside')}>
        {chosen !== null && (
          <div className="min-w-0 roomy:order-last roomy:h-full">
            <InvocationDetails runId={run.run_id} chosen={chosen} closeAddress={addressOf({ chosen: null })} />
          </div>
        )}
        <section aria-label="Invocations" className="min-w-0 overflow-clip rounded-panel border border-line bg-surface">
          {shown.length === 0 ? (
            <NoneShown run={run} total={page.total} everyAddress={addressOf(EVERY_ONE)} />
          ) : view === 'timeline' ? (
            <InvocationsTimeline
              run={run}
              digest={digest}
              rows={shown}
              chosen={chosen}
              addressOf={addressOfRow}
              tableAddress={addressOf({ view: 'table' })}
            />
          ) : (
            <DataTable
              label="Invocations"
              columns={columns}
              rows={shown}
              rowKey={({ n }) => String(n)}
              sorting={{
                column: order,
                isDescending,
                by: SORTED_BY,
                onSort(column) {
                  const next = SORTED_BY.find((known) => known === column) ?? 'duration'
                  const turns = next === order ? !isDescending : !WORDS.includes(next)
                  pushAddress(addressOf({ order: next, isDescending: turns }, filterNow()))
                },
              }}
            />
          )}
        </section>
      </div>
    </div>
  )
}

/** Sorted from A to Z first; everything else with the largest first. */
const WORDS: readonly string[] = ['row', 'parent', 'status']

const EVERY_ONE: Partial<InvocationFilter> = { words: '', status: null, kind: null }

function NoneShown({ run, total, everyAddress }: { run: HeadRecord; total: number; everyAddress: string }) {
  if (total === 0) return <EmptyState title="No invocations" hint={whyNone(run)} />
  return (
    <EmptyState
      title="No invocation fits"
      action={
        <ShallowLink href={everyAddress}>
          <span className="text-accent">Show all {whole(total)}</span>
        </ShallowLink>
      }
    />
  )
}
