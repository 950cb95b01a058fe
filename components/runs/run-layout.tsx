'use client'

import type { Route } from 'next'
import { usePathname, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonLines } from '@/components/ui/skeleton'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import type { Principal } from '@/lib/auth/principal'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import { useBellState } from '@/lib/client/bells'
import { useRunHead } from '@/lib/client/use-runs'
import { runTitle } from '@/lib/derive/run-facts'
import { isLive } from '@/lib/derive/run-status'
import { visible } from '@/lib/format/text'
import { tabIn } from '@/lib/url/paths'
import { NeighbourLinks } from './detail/neighbour-links'
import { RunTabs } from './detail/run-tabs'
import { useListAddress, useRememberRun } from './list-address'
import { RunFailure } from './run-failure'
import { RunGone } from './run-gone'
import { RunHeader } from './run-header'
import { RunUnreadable } from './run-unreadable'

interface RunLayoutProps {
  runId: string
  viewer: Principal
  /** What the viewer may do with it; nothing for who may only read. */
  actions?: ReactNode
  children: ReactNode
}

/** What stands over every tab of a run: what it is, how it ended, why it failed. */
export function RunLayout({ runId, viewer, actions, children }: RunLayoutProps) {
  const head = useRunHead(runId)
  const bells = useBellState()
  const list = useListAddress()
  useRememberRun(runId)
  const router = useRouter()
  useShortcuts('Run', [
    { key: 'Escape', does: 'back to the list', act: () => !hasSomethingOpen() && router.push(list as Route) },
  ])
  const tab = tabIn(usePathname())
  const row = head.data?.run
  const title = row === undefined ? 'Run' : row.ok ? runTitle(row.record) : (row.columns['name'] ?? runId)
  const isChanging = row?.ok === true && isLive(row.record.status)
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Runs', href: list }]}
        title={visible(title)}
        isTitleBelow
        actions={
          <>
            {isChanging && <LiveMark state={bells} updatedAt={head.dataUpdatedAt} />}
            {row !== undefined && <NeighbourLinks runId={runId} tab={tab} />}
            {actions}
          </>
        }
      />
      <div className="grid grid-cols-1 content-start gap-3.5 p-4">
        {head.data === undefined || row === undefined ? (
          <NotThere error={head.error} onRetry={() => void head.refetch()} />
        ) : row.ok && head.data.digest !== null ? (
          <>
            <RunHeader run={row.record} digest={head.data.digest} isShort={tab !== 'summary'} />
            {head.error !== null && (
              <p role="status" className="text-meta text-warn">
                The last reading failed: {head.error.message}. What stands here is from before.
              </p>
            )}
            <RunFailure run={row.record} digest={head.data.digest} isShort={tab !== 'summary'} />
            <RunTabs runId={runId} head={head.data} viewer={viewer} />
            {children}
          </>
        ) : (
          !row.ok && <RunUnreadable runId={runId} row={row} />
        )}
      </div>
    </>
  )
}

/** Escape closes what is open before it leads away. */
const hasSomethingOpen = (): boolean =>
  document.querySelector(':popover-open, [role=dialog]:not([popover]), [role=menu], #tip') !== null

function NotThere({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <SkeletonLines lines={8} label="Loading the run" />
  if (isApiError(error) && error.status === 404) return <RunGone />
  return <ErrorState title="The run could not be read" {...errorFacts(error)} onRetry={onRetry} />
}
