'use client'

import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Missing } from '@/components/ui/missing'
import { ProgressBar } from '@/components/ui/progress-bar'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { type Shard, shardsQuery } from '@/lib/client/run-parts'
import { runLook } from '@/lib/derive/run-look'
import { shardSegments, shardWords } from '@/lib/derive/shard-look'
import { whole } from '@/lib/format/number'
import { shortId, visible } from '@/lib/format/text'

/** Every part of a sharded run: what it covers, who works on it, how it ended. */
export function ShardsView({ runId }: { runId: string }) {
  const { data, error, refetch } = useQuery(shardsQuery(runId))
  if (data === undefined) {
    if (error === null) return <SkeletonRows rows={8} label="Loading shards" />
    return <ErrorState title="The shards could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
  }
  return (
    <div className="grid gap-3">
      {data.shards.length > 0 && (
        <ProgressBar label="Shards by state" segments={shardSegments(data.shards.map(({ status }) => status))} />
      )}
      {data.next !== null && (
        <p role="status" className="text-meta text-warn">
          The first {whole(data.shards.length)} are shown; there are more.
        </p>
      )}
      <section aria-label="Shards" className="overflow-clip rounded-panel border border-line bg-surface">
        {data.shards.length === 0 ? (
          <EmptyState title="No shards" hint="This run is not split into parts, or they were removed with it." />
        ) : (
          <DataTable label="Shards" columns={COLUMNS} rows={data.shards} rowKey={({ shard_id }) => shard_id} />
        )}
      </section>
    </div>
  )
}

const COLUMNS: readonly Column<Shard>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 110,
    isKept: true,
    cell: ({ status }) => <Status word={status} look={runLook(status)} />,
  },
  {
    id: 'shard',
    header: 'Shard',
    width: 90,
    isKept: true,
    cell: ({ shard_id }) => <span className="font-mono text-meta">{visible(shard_id)}</span>,
  },
  {
    id: 'covers',
    header: 'Covers',
    isKept: true,
    cell: ({ descriptor }) => (
      <span className="block truncate font-mono text-meta" data-tip={visible(descriptor)}>
        {visible(shardWords(descriptor))}
      </span>
    ),
  },
  {
    id: 'size',
    header: 'Size, estimate',
    width: 110,
    isNumber: true,
    isExtra: true,
    cell: ({ size_estimate: size }) => (size === null ? <Missing /> : whole(size)),
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 150,
    isExtra: true,
    cell: ({ owner }) =>
      owner === null ? (
        <Missing why="nobody works on it" />
      ) : (
        <span className="font-mono text-meta" data-tip={owner}>
          {shortId(owner)}
        </span>
      ),
  },
  { id: 'attempt', header: 'Attempt', width: 74, isNumber: true, cell: ({ attempt }) => String(attempt + 1) },
  {
    id: 'lease',
    header: 'Lease until',
    width: 160,
    isNumber: true,
    isExtra: true,
    cell: ({ lease_expires_at: at }) => <Time at={at} why="no lease" />,
  },
  {
    id: 'finished',
    header: 'Finished',
    width: 160,
    isNumber: true,
    cell: ({ finished_at: at }) => <Time at={at} why="not finished" />,
  },
]
