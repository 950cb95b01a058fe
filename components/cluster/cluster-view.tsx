'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { ZoneNote } from '@/components/ui/time'
import type { Principal } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { clusterQuery } from '@/lib/client/cluster'
import { ClusterSummary } from './cluster-summary'
import { EnginePanel } from './engine-panel'
import { ExpiredLeases } from './expired-leases'
import { KeyPanel } from './key-panel'
import { MembersPanel } from './members-panel'
import { ShardedPanel } from './sharded-panel'
import { StorePanel } from './store-panel'

/** Who works, what waits, what nobody looks after, and the store underneath. */
export function ClusterView({ viewer }: { viewer: Principal }) {
  const mayReload = can(viewer.role, 'reload') && viewer.tenant === null
  const query = clusterQuery()
  const { data, error, refetch, dataUpdatedAt } = useQuery(query)
  useBell(['runs'], query.queryKey)
  const bells = useBellState()
  return (
    <>
      <PageHeader title="Cluster" />
      <div className="grid gap-3.5 p-4 pt-3">
        <div className="flex flex-wrap items-center justify-end gap-3 text-meta text-ink-3">
          <LiveMark state={bells} updatedAt={dataUpdatedAt} />
          <span className="max-wide:hidden">
            <ZoneNote />
          </span>
          <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={() => void refetch()} />
        </div>
        {error !== null && data !== undefined && (
          <p role="status" className="rounded-panel bg-warn-weak px-3 py-1.5 text-meta">
            The last reading failed: {error.message}. What stands here is from before.
          </p>
        )}
        {data === undefined ? (
          <Panel title="Members" isFlush>
            {error === null ? (
              <SkeletonRows rows={6} label="Loading members" />
            ) : (
              <ErrorState title="The cluster could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
            )}
          </Panel>
        ) : (
          <>
            <ClusterSummary report={data} />
            <MembersPanel report={data} />
            <ExpiredLeases held={data.held} />
            <ShardedPanel parents={data.parents} members={data.members} />
          </>
        )}
        <EnginePanel mayReload={mayReload} />
        <StorePanel />
        {/* Keys are of interest to whoever submits. */}
        {can(viewer.role, 'run_write') && <KeyPanel />}
      </div>
    </>
  )
}
