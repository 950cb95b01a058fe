'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { useZone } from '@/components/ui/zone'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { attentionQuery, goingOnQuery, homeStateQuery, type Report, reportQuery } from '@/lib/client/overview'
import { counted, whole } from '@/lib/format/number'
import { type OverviewFilter, parseOverview } from '@/lib/url/overview'
import { searchOf } from '@/lib/url/search'
import { ActivityPanel } from './activity-panel'
import { AttentionPanel } from './attention-panel'
import { ChangesPanel } from './changes-panel'
import { ErrorsPanel } from './errors-panel'
import { FreshnessPanel } from './freshness-panel'
import { GovernancePanel } from './governance-panel'
import { HealthPanel } from './health-panel'
import { NarrowBy } from './narrow-by'
import { OutcomesPanel } from './outcomes-panel'
import { OverviewTiles } from './overview-tiles'
import { RankingsPanel } from './rankings-panel'
import { RecentPanel } from './recent-panel'
import { RowsPanel } from './rows-panel'
import { RunningPanel } from './running-panel'
import { Welcome } from './welcome'
import { WindowPicker } from './window-picker'

/** Is everything all right, and if not, where. */
export function OverviewView({ mayWrite }: { mayWrite: boolean }) {
  const { filter, ignored } = parseOverview(searchOf(useSearchParams()))
  const { zone } = useZone()
  const queries = [reportQuery(filter, zone), goingOnQuery(filter), attentionQuery(filter)] as const
  const report = useQuery(queries[0])
  const now = useQuery(queries[1])
  const attention = useQuery(queries[2])
  const state = useQuery(homeStateQuery(filter))
  useBell(['runs'], queries[0].queryKey)
  useBell(['runs'], queries[1].queryKey)
  const bells = useBellState()
  const readAgain = () => {
    for (const query of [report, now, attention, state]) void query.refetch()
  }
  const missing = [
    ...(now.data === undefined && now.error !== null ? ['what runs and waits now'] : []),
    ...(attention.data === undefined && attention.error !== null ? ['how pipelines do'] : []),
    ...(state.data === undefined && state.error !== null ? ['what waits for people'] : []),
    ...(state.data?.waiting?.ok === false ? ['change requests and connections'] : []),
  ]
  const failed = [report, now, attention, state].find(({ error, data }) => error !== null && data !== undefined)
  const isFirstRun = now.data?.has_runs === false && !hasTemplates(state.data) && !hasDatasets(state.data)
  return (
    <>
      <PageHeader title="Overview" />
      <div className="grid gap-3.5 p-4 pt-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <WindowPicker filter={filter} />
          <NarrowBy filter={filter} pipelines={pipelinesOf(report.data)} />
          <div className="ml-auto flex items-center gap-3 text-meta text-ink-3">
            <LiveMark state={bells} updatedAt={report.dataUpdatedAt} />
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={readAgain} />
          </div>
        </div>
        {ignored.length > 0 && (
          <p role="status" className="rounded-panel bg-warn-weak px-3 py-1.5 text-meta">
            Not understood in the address, and left out: {ignored.join(', ')}
          </p>
        )}
        {failed !== undefined && (
          <p role="status" className="rounded-panel bg-warn-weak px-3 py-1.5 text-meta">
            The last reading failed: {failed.error?.message}. What stands here is from before.
          </p>
        )}
        {isFirstRun && <Welcome mayWrite={mayWrite} />}
        <Reach report={report.data} filter={filter} />
        {report.data === undefined ? (
          <Panel isFlush>
            {report.error === null ? (
              <SkeletonRows rows={5} label="Loading the numbers of the window" />
            ) : (
              <ErrorState
                title="The numbers of the window could not be read"
                {...errorFacts(report.error)}
                onRetry={() => void report.refetch()}
              />
            )}
          </Panel>
        ) : (
          <div
            aria-busy={report.isPlaceholderData || undefined}
            className={report.isPlaceholderData ? 'opacity-55' : ''}
          >
            <OverviewTiles report={report.data} filter={filter} />
          </div>
        )}
        <div className="grid items-start gap-3.5 roomy:grid-cols-2">
          <div className="grid min-w-0 gap-3.5">
            <AttentionPanel
              attention={attention.data}
              now={now.data}
              state={state.data}
              filter={filter}
              missing={missing}
            />
            {report.data !== undefined && <ErrorsPanel report={report.data} filter={filter} />}
            {report.data !== undefined && <RankingsPanel report={report.data} />}
            {state.data !== undefined && <ChangesPanel changes={state.data.changes} />}
            {state.data !== undefined && <ActivityPanel activity={state.data.activity} />}
          </div>
          <div className="grid min-w-0 gap-3.5">
            {now.data !== undefined && <RunningPanel now={now.data} filter={filter} />}
            {report.data !== undefined && <OutcomesPanel report={report.data} filter={filter} />}
            {report.data !== undefined && <RowsPanel report={report.data} filter={filter} />}
            {report.data !== undefined && <RecentPanel report={report.data} filter={filter} />}
            {state.data !== undefined && <FreshnessPanel freshness={state.data.freshness} />}
            {report.data !== undefined && <GovernancePanel report={report.data} />}
            {state.data !== undefined && <HealthPanel state={state.data} now={now.data} />}
          </div>
        </div>
      </div>
    </>
  )
}

type State = Parameters<typeof HealthPanel>[0]['state'] | undefined
const hasTemplates = (state: State): boolean =>
  state?.templates?.ok === true && (state.templates.value?.templates ?? 0) > 0
const hasDatasets = (state: State): boolean =>
  state?.freshness?.ok === true && (state.freshness.value?.datasets ?? 0) > 0

/** Names that stand on the page already. */
function pipelinesOf(report: Report | undefined): string[] {
  if (report === undefined) return []
  const { failing, slow, rows, cost } = report.rankings
  const names = [...failing, ...rows, ...slow, ...cost].map(({ pipeline }) => pipeline)
  return [...new Set(names)].filter((name) => name !== '').sort()
}

/** Where not all of the window is known, it says so before any number does. */
function Reach({ report, filter }: { report: Report | undefined; filter: OverviewFilter }) {
  if (report === undefined) return null
  const { reached, is_full, known, unreadable, is_count_cut } = report
  if (reached === null && unreadable === 0 && !is_count_cut) return null
  const isNarrowed = filter.pipeline !== undefined || filter.pool !== undefined || filter.labels.length > 0
  return (
    <p role="status" className="rounded-panel bg-info-weak px-3 py-1.5 text-meta">
      {reached !== null && (
        <>
          {isNarrowed || filter.tenant !== undefined
            ? 'All numbers'
            : 'Counts are of the whole window; everything else is'}{' '}
          {isNarrowed || filter.tenant !== undefined ? 'are ' : ''}of the newest {whole(known)} runs, back to{' '}
          <Time at={reached} /> (<Age at={reached} isSentence />)
          {is_full ? ': no more than these are kept in mind. ' : '; reading on. '}
        </>
      )}
      {is_count_cut &&
        'The window holds more runs than could be counted in time: the oldest part is not in the counts. '}
      {unreadable > 0 &&
        `${counted(unreadable, 'run')} of the window cannot be read: ${unreadable === 1 ? 'it is' : 'they are'} counted, and add nothing else.`}
    </p>
  )
}
