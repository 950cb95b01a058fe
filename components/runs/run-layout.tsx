'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { usePathname, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import { useBellState } from '@/lib/client/bells'
import { runFactsQuery } from '@/lib/client/runs'
import { useRun } from '@/lib/client/use-runs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { runTitle } from '@/lib/derive/run-facts'
import { isLive } from '@/lib/derive/run-status'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToRunTab } from '@/lib/url/paths'
import { useListAddress, useRememberRun } from './list-address'
import { RunFailure } from './run-failure'
import { RunGone } from './run-gone'
import { RunHeader } from './run-header'
import { RunUnreadable } from './run-unreadable'

interface RunLayoutProps {
  runId: string
  /** What the viewer may do with it; nothing for who may only read. */
  actions?: ReactNode
  children: ReactNode
}

/** What stands over every tab of a run: what it is, how it ended, why it failed. */
export function RunLayout({ runId, actions, children }: RunLayoutProps) {
  const run = useRun(runId)
  const bells = useBellState()
  const list = useListAddress()
  useRememberRun(runId)
  const router = useRouter()
  useShortcuts('Run', [
    { key: 'Escape', does: 'back to the list', act: () => !hasSomethingOpen() && router.push(list as Route) },
  ])
  const path = usePathname()
  const row = run.data
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
            {isChanging && <LiveMark state={bells} updatedAt={run.dataUpdatedAt} />}
            {actions}
          </>
        }
      />
      <div className="grid grid-cols-1 content-start gap-3.5 p-4">
        {row === undefined ? (
          <NotThere error={run.error} onRetry={() => void run.refetch()} />
        ) : row.ok ? (
          <>
            <RunHeader run={row.record} />
            {run.error !== null && (
              <p role="status" className="text-meta text-warn">
                The last reading failed: {run.error.message}. What stands here is from before.
              </p>
            )}
            <RunFailure run={row.record} isShort={!isSummary(path, runId)} />
            <RunTabs run={row.record} />
            {children}
          </>
        ) : (
          <RunUnreadable runId={runId} row={row} />
        )}
      </div>
    </>
  )
}

/** Elsewhere the failure is one line, so that what the tab is about has the room. */
const isSummary = (path: string, runId: string): boolean => decodeURI(path) === decodeURI(pathToRun(runId))

/** Escape closes what is open before it leads away. */
const hasSomethingOpen = (): boolean =>
  document.querySelector(':popover-open, [role=dialog]:not([popover]), #tip') !== null

function NotThere({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <SkeletonLines lines={8} label="Loading the run" />
  if (isApiError(error) && error.status === 404) return <RunGone />
  return <ErrorState title="The run could not be read" {...errorFacts(error)} onRetry={onRetry} />
}

function RunTabs({ run }: { run: RunRecord }) {
  const path = usePathname()
  const { data: facts } = useQuery(runFactsQuery(run.run_id))
  const shards = facts?.shards.length ?? 0
  const tab = (name: string, label: string, count?: string) => {
    const href = pathToRunTab(run.run_id, name)
    return { href, label, count, isCurrent: decodeURI(path) === decodeURI(href) }
  }
  const invocations = run.invocations.length
  return (
    <div className="border-b border-line pb-1.5">
      <Tabs
        label="Parts of the run"
        tabs={[
          tab('summary', 'Summary'),
          tab('invocations', 'Invocations', invocations > 0 ? whole(invocations) : undefined),
          ...(shards > 0 ? [tab('shards', 'Shards', whole(shards))] : []),
          tab('logs', 'Logs'),
          tab('config', 'Config'),
        ]}
      />
    </div>
  )
}
