'use client'

import { useSearchParams } from 'next/navigation'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { ShallowLink } from '@/components/ui/shallow-link'
import { SkeletonLines, SkeletonRows } from '@/components/ui/skeleton'
import { errorFacts } from '@/lib/client/api-error'
import { type BulkReceipt, useBulk, useBulkRuns } from '@/lib/client/bulk'
import type { BulkOutcome } from '@/lib/contract/records/bulk'
import { BULK_WORDS, OUTCOME_WORDS } from '@/lib/derive/bulk-words'
import { counted, whole } from '@/lib/format/number'
import { type BulkFilter, bulkFilterSearch, parseBulkFilter, pathToBulk } from '@/lib/url/bulk'
import { searchOf } from '@/lib/url/search'
import { BulkActions } from './bulk-actions'
import { BulkRunsTable } from './bulk-runs-table'
import { BulkSummary } from './bulk-summary'
import { useListAddress } from './list-address'

interface BulkViewProps {
  id: string
  canWrite: boolean
}

/** The receipt of an action on many runs: how far it is, and what became of each of them. */
export function BulkView({ id, canWrite }: BulkViewProps) {
  const filter = parseBulkFilter(searchOf(useSearchParams()))
  const list = useListAddress()
  const { data: receipt, error, refetch } = useBulk(id)
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Runs', href: list }]}
        title={receipt === undefined ? 'Action on many runs' : titleOf(receipt)}
        actions={receipt !== undefined && <BulkActions receipt={receipt} filter={filter} canWrite={canWrite} />}
      />
      <div className="grid grid-cols-1 content-start gap-3.5 p-4">
        {receipt !== undefined ? (
          <>
            {error !== null && (
              <p role="status" className="text-meta text-warn">
                The last reading failed: {error.message}. What stands here is from before.
              </p>
            )}
            <BulkSummary receipt={receipt} />
            <Runs id={id} receipt={receipt} filter={filter} />
          </>
        ) : error === null ? (
          <SkeletonLines lines={6} label="Loading the receipt" />
        ) : (
          <ErrorState title="The receipt could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

const totalOf = ({ counts }: BulkReceipt, outcome?: BulkOutcome): number =>
  counts.filter((one) => outcome === undefined || one.outcome === outcome).reduce((sum, { count }) => sum + count, 0)

function titleOf(receipt: BulkReceipt): string {
  const { doing, did } = BULK_WORDS[receipt.kind]
  const all = counted(totalOf(receipt), 'run')
  if (receipt.state === 'acting') return `${doing} ${all}`
  const done = totalOf(receipt, 'done')
  return done === totalOf(receipt) ? `${did} ${all}` : `${did} ${whole(done)} of ${all}`
}

function Runs({ id, receipt, filter }: { id: string; receipt: BulkReceipt; filter: BulkFilter }) {
  const { data, error, refetch } = useBulkRuns(id, filter, receipt)
  const to = (more: Partial<BulkFilter>) => pathToBulk(id, bulkFilterSearch({ ...filter, trail: [], ...more }))
  const { trail } = filter
  return (
    <>
      <nav
        aria-label="Runs by what became of them"
        className="-mx-1 flex max-w-full gap-0.5 overflow-x-auto px-1 py-0.5"
      >
        <Tab href={to({ outcome: null })} label="all" count={totalOf(receipt)} isCurrent={filter.outcome === null} />
        {(['done', 'skipped', 'failed', 'todo'] as const).map((outcome) => (
          <Tab
            key={outcome}
            href={to({ outcome })}
            label={OUTCOME_WORDS[outcome]}
            count={totalOf(receipt, outcome)}
            isCurrent={filter.outcome === outcome}
          />
        ))}
      </nav>
      <section aria-label="Runs" className="overflow-clip rounded-panel border border-line bg-surface">
        {data !== undefined ? (
          data.runs.length > 0 ? (
            <BulkRunsTable kind={receipt.kind} rows={data.runs} />
          ) : (
            <EmptyState title="No run met this fate" hint="Look at all of them to see what became of each." />
          )
        ) : error === null ? (
          <SkeletonRows rows={8} label="Loading runs" />
        ) : (
          <ErrorState title="The runs could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
        )}
      </section>
      {(trail.length > 0 || data?.next !== undefined) && (
        <Pager
          label="Pages of runs"
          words={{ first: 'First', back: 'Back', on: 'Next' }}
          newest={trail.length > 0 ? to({}) : undefined}
          newer={trail.length > 0 ? to({ trail: trail.slice(0, -1) }) : undefined}
          older={data?.next === undefined ? undefined : to({ trail: [...trail, data.next] })}
          note={data === undefined ? '' : `${whole(data.runs.length)} on this page · in the order they were found`}
        />
      )}
    </>
  )
}

interface TabProps {
  href: string
  label: string
  count: number
  isCurrent: boolean
}

function Tab({ href, label, count, isCurrent }: TabProps) {
  return (
    <ShallowLink href={href} isCurrent={isCurrent}>
      <span
        className={`inline-flex h-control items-center gap-1.5 rounded-chip px-2.5 whitespace-nowrap ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
      >
        {label}
        <span className="text-meta font-control tabular-nums">{whole(count)}</span>
      </span>
    </ShallowLink>
  )
}
