'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useNow } from '@/components/ui/clock'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { SkeletonRows } from '@/components/ui/skeleton'
import { errorFacts } from '@/lib/client/api-error'
import { type Shard, shardsQuery } from '@/lib/client/run-parts'
import { countSegments, leaseLeftMs } from '@/lib/derive/shard-look'
import { counted, percent, whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'
import { parseShardFilter, type ShardFilter, shardSearch } from '@/lib/url/run-shards'
import { searchOf } from '@/lib/url/search'
import { FilterTabs } from './detail/filter-tabs'
import { SHARD_COLUMNS } from './detail/shard-columns'

const OVER = ['completed', 'failed', 'cancelled']

/** Every part of a sharded run: how far all of them are, and of each what it covers, who works on it and how it ended. */
export function ShardsView({ runId }: { runId: string }) {
  const filter = parseShardFilter(searchOf(useSearchParams()))
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...shardsQuery(runId, filter),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) {
    if (error === null) return <SkeletonRows rows={8} label="Loading shards" />
    return <ErrorState title="The shards could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
  }
  const { shards, counts, next } = data
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) {
    return (
      <Panel>
        <EmptyState title="No shards" hint="This run is not split into parts, or they were removed with it." />
      </Panel>
    )
  }
  const to = (more: Partial<ShardFilter>) => {
    const search = shardSearch({ ...filter, trail: [], ...more })
    return `${pathToRunTab(runId, 'shards')}${search === '' ? '' : `?${search}`}`
  }
  const segments = countSegments(counts)
  const over = counts.filter(({ status }) => OVER.includes(status)).reduce((sum, { count }) => sum + count, 0)
  const { trail } = filter
  return (
    <div className="grid grid-cols-1 gap-3">
      <Panel title="All shards" note={`${whole(over)} of ${whole(total)} are over, ${percent(over / total)}`}>
        <ProgressBar label="Shards by state" segments={segments} />
        <Lapsed shards={shards} isPage={next !== null || trail.length > 0} />
      </Panel>
      <FilterTabs
        label="Shards by state"
        tabs={[
          { href: to({ status: null }), label: 'all', count: total, isCurrent: filter.status === null },
          ...segments
            .filter(({ label, count }) => count > 0 || label === filter.status)
            .map(({ label, count }) => ({
              href: to({ status: label }),
              label,
              count,
              isCurrent: filter.status === label,
            })),
        ]}
      />
      <section aria-label="Shards" className="overflow-clip rounded-panel border border-line bg-surface">
        {shards.length === 0 ? (
          <EmptyState
            title={`No shard is ${filter.status ?? 'here'}`}
            hint="Look at all of them to see where they are."
          />
        ) : (
          <DataTable
            label="Shards"
            columns={SHARD_COLUMNS}
            rows={shards}
            rowKey={({ shard_id }) => shard_id}
            isStale={isPlaceholderData}
          />
        )}
      </section>
      {(trail.length > 0 || next !== null) && (
        <Pager
          label="Pages of shards"
          words={{ first: 'First', back: 'Back', on: 'Next' }}
          newest={trail.length > 0 ? to({}) : undefined}
          newer={trail.length > 0 ? to({ trail: trail.slice(0, -1) }) : undefined}
          older={next === null ? undefined : to({ trail: [...trail, next] })}
          note={`${whole(shards.length)} on this page · by id`}
        />
      )}
    </div>
  )
}

/** Somebody should know when nobody works on what is said to be worked on. */
function Lapsed({ shards, isPage }: { shards: readonly Shard[]; isPage: boolean }) {
  const now = useNow(5000)
  const lapsed = shards.filter(
    ({ status, lease_expires_at: until }) => status === 'running' && (leaseLeftMs(until, now) ?? -1) < 0,
  )
  if (lapsed.length === 0) return null
  return (
    <p className="pt-2 text-warn">
      {counted(lapsed.length, 'running shard')}
      {isPage && ' on this page'} {lapsed.length === 1 ? 'has' : 'have'} a lease that lapsed: whoever worked on{' '}
      {lapsed.length === 1 ? 'it' : 'them'} went silent. The next live instance takes{' '}
      {lapsed.length === 1 ? 'it' : 'them'} over.
    </p>
  )
}
