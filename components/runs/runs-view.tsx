'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { ScanNote } from '@/components/ui/scan-note'
import { pushAddress } from '@/components/ui/shallow-link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { ZoneNote } from '@/components/ui/time'
import { useSelection } from '@/components/ui/use-selection'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { errorFacts } from '@/lib/client/api-error'
import { useBellState } from '@/lib/client/bells'
import { type RunTotals, runTotalsQuery } from '@/lib/client/run-facets'
import type { RunPage } from '@/lib/client/runs'
import { useRunPage } from '@/lib/client/use-runs'
import { totalOf } from '@/lib/derive/run-totals'
import { newerPage, olderPage, parseRunFilter, type RunListFilter, runFilterSearch, withFilter } from '@/lib/url/runs'
import type { RunColumn, RunsLook } from '@/lib/url/runs-look'
import { searchOf } from '@/lib/url/search'
import { BulkMenu } from './bulk-menu'
import { ExportMenu } from './export-menu'
import { addressOf, useFocusOnReturn, useRememberList } from './list-address'
import { LookMenu } from './look-menu'
import { NewRuns } from './new-runs'
import { NoRuns } from './no-runs'
import { chooseHere, leavePeek, moveRow, peekHere } from './row-walk'
import { runIdOf } from './run-row'
import { RunsFilters } from './runs-filters'
import type { RunsTableProps } from './runs-grid'
import { RunsTable } from './runs-table'
import { StatusTabs } from './status-tabs'
import { ofWords } from './total-words'
import { useLooking } from './use-looking'
import { usePeek } from './use-peek'
import { useRunsLook } from './use-runs-look'
import { ViewsMenu } from './views-menu'

// Comes with the first run that is chosen.
const SelectionBar = lazy(() => import('./selection-bar').then(({ SelectionBar: loaded }) => ({ default: loaded })))
const ChosenActions = lazy(() => import('./chosen-actions').then(({ ChosenActions: loaded }) => ({ default: loaded })))

// The list does not wait for its chart, which keeps its room meanwhile.
const RunsHistogram = dynamic(() => import('./runs-histogram').then(({ RunsHistogram: loaded }) => loaded), {
  ssr: false,
  loading: () => <div className="min-h-26 rounded-panel border border-line bg-surface wide:min-h-13.5" />,
})

const RunPeek = dynamic(() => import('./run-peek').then(({ RunPeek: loaded }) => loaded), { ssr: false })

interface RunsViewProps {
  /** The tenant that the viewer is confined to. */
  tenant: string | null
  /** May the viewer cancel and delete runs? */
  canWrite?: boolean
  /** How this browser had the list drawn last. */
  look?: RunsLook | null
}

/** The list of runs. What it shows is what the address says. */
export function RunsView({ tenant, canWrite = false, look: remembered = null }: RunsViewProps) {
  const params = useSearchParams()
  const { filter, ignored } = parseRunFilter(searchOf(params))
  useRememberList(runFilterSearch(filter))
  useFocusOnReturn()
  const page = useRunPage(filter)
  // The rows of the question before say nothing about what follows on this one.
  const shown = page.isPlaceholderData ? undefined : page.data
  const links = pageLinks(filter, shown)
  const totals = useQuery(runTotalsQuery(filter))
  const bells = useBellState()
  const [look, setLook] = useRunsLook(remembered)
  const drawn = {
    look,
    onLook: setLook,
    without: columnsWithout(tenant, filter, page.data),
    isConfined: tenant !== null,
  }
  const peek = usePeek()
  const selection = useSelection(shown?.runs ?? [], runIdOf, runFilterSearch(withFilter(filter, {})))

  useShortcuts('Runs', [
    { key: 'j', does: 'next run', act: () => moveRow(1, peek) },
    { key: 'k', does: 'previous run', act: () => moveRow(-1, peek) },
    { key: ' ', does: 'peek at the run', act: () => peekHere(peek) },
    { key: 'Escape', does: 'close the peek', act: () => peek.id !== null && leavePeek(peek) },
    { key: 'x', does: 'choose the run', act: () => chooseHere(selection, false) },
    { key: 'X', does: 'choose all runs up to this one', act: () => chooseHere(selection, true) },
    { key: 'n', does: 'show new runs', act: () => page.newCount > 0 && void page.letIn() },
    { key: '[', does: 'newer page', act: () => links.newer !== undefined && pushAddress(links.newer) },
    { key: ']', does: 'older page', act: () => links.older !== undefined && pushAddress(links.older) },
  ])

  return (
    <>
      <PageHeader
        title="Runs"
        actions={
          <>
            <ViewsMenu filter={filter} look={look} />
            {canWrite && <BulkMenu filter={filter} />}
            <ExportMenu filter={filter} />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-2 p-4 pt-2.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusTabs filter={filter} />
          <div className="ml-auto flex items-center gap-3 text-meta text-ink-3">
            <LiveMark state={bells} updatedAt={page.dataUpdatedAt} />
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <span className="flex items-center gap-1 max-wide:hidden">
              <Button
                intent="quiet"
                size="small"
                isPressed={look.hasChart}
                onPress={() => setLook({ ...look, hasChart: !look.hasChart })}
              >
                Chart
              </Button>
              <LookMenu {...drawn} />
            </span>
            <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={() => void page.refetch()} />
          </div>
        </div>
        <RunsFilters filter={filter} isConfined={tenant !== null} />
        {ignored.length > 0 && (
          <p role="status" className="text-meta text-warn">
            Ignored, because this page cannot use it: {ignored.join(' · ')}
          </p>
        )}
        {look.hasChart && <RunsHistogram filter={filter} />}
        <div className={peek.id === null ? '' : 'grid grid-cols-1 items-start gap-3 roomy:grid-beside'}>
          <div className="relative min-w-0">
            <NewRuns count={page.newCount} isBusy={page.isLettingIn} onLetIn={() => void page.letIn()} />
            <section aria-label="Runs" className="overflow-clip rounded-panel border border-line bg-surface">
              <Rows filter={filter} page={page} drawn={{ ...drawn, selection, peek }} />
            </section>
          </div>
          {peek.id !== null && <RunPeek peek={peek} runId={peek.id} rows={shown?.runs ?? []} />}
        </div>
        {selection.chosen.size > 0 && (
          // Around it, so that a box is ticked at once, before the bar is there.
          <Suspense>
            <SelectionBar selection={selection}>
              <ChosenActions selection={selection} canWrite={canWrite} />
            </SelectionBar>
          </Suspense>
        )}
        {page.data !== undefined && (page.data.runs.length > 0 || filter.trail.length > 0) && (
          <Pager
            label="Pages of runs"
            {...links}
            note={shown === undefined ? '' : pageNote(filter, shown, totals.data)}
          />
        )}
      </div>
    </>
  )
}

function Rows({
  filter,
  page,
  drawn,
}: {
  filter: RunListFilter
  page: ReturnType<typeof useRunPage>
  drawn: Omit<RunsTableProps, 'rows' | 'isStale'>
}) {
  const { data, error } = page
  const looking = useLooking(filter, page)
  if (data === undefined) {
    if (error === null) return <SkeletonRows rows={20} label="Loading runs" />
    return <ErrorState title="The runs could not be read" {...errorFacts(error)} onRetry={() => void page.refetch()} />
  }
  return (
    <>
      {error !== null && (
        <p role="status" className="border-b border-line bg-warn-weak px-3 py-1.5 text-meta">
          The last reading failed: {error.message}. What stands here is from before.
        </p>
      )}
      {data.reached !== undefined && (
        <ScanNote
          reached={data.reached}
          found={data.runs.length}
          looked={data.looked}
          isLooking={looking.isOn}
          onKeep={data.next_cursor === undefined ? undefined : looking.start}
          onStop={looking.stop}
        />
      )}
      {data.runs.length > 0 ? (
        <RunsTable {...drawn} rows={data.runs} isStale={page.isPlaceholderData || error !== null} />
      ) : (
        data.reached === undefined && <NoRuns filter={filter} />
      )}
    </>
  )
}

function pageLinks(filter: RunListFilter, page: RunPage | undefined) {
  const cursor = page?.next_cursor
  return {
    newest: filter.trail.length > 0 ? addressOf(withFilter(filter, {})) : undefined,
    newer: filter.trail.length > 0 ? addressOf(newerPage(filter)) : undefined,
    older: cursor === undefined ? undefined : addressOf(olderPage(filter, cursor)),
  }
}

function pageNote(filter: RunListFilter, page: RunPage, totals: RunTotals | undefined): string {
  const order = 'newest first'
  if (page.runs.length === 0) return order
  const from = filter.trail.length * filter.limit
  const span = `${from + 1}–${from + page.runs.length}`
  if (page.next_cursor === undefined) return `${span}, the oldest there is · ${order}`
  const total = totals === undefined ? null : totalOf(totals, filter.status)
  // Counted before the page was read: it may hold more by now.
  return total === null || total.count < from + page.runs.length
    ? `${span} · ${order}`
    : `${span} ${ofWords(total)} · ${order}`
}

/** Columns that say nothing here: who is confined has one tenant and no instances, and not every store has tenants. */
function columnsWithout(tenant: string | null, filter: RunListFilter, page: RunPage | undefined): RunColumn[] {
  if (tenant !== null) return ['tenant', 'owner']
  return filter.tenant !== undefined || tenantsIn(page).length === 0 ? ['tenant'] : []
}

const tenantsIn = (page: RunPage | undefined): string[] =>
  [...new Set((page?.runs ?? []).flatMap((row) => (row.ok && row.record.tenant ? [row.record.tenant] : [])))].sort()
