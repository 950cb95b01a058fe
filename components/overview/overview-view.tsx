'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ShallowLink } from '@/components/ui/shallow-link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { type Overview, overviewQuery } from '@/lib/client/overview'
import { whole } from '@/lib/format/number'
import { OVERVIEW_RANGES, type OverviewRange, overviewSearch, parseOverviewRange } from '@/lib/url/overview'
import { pathToOverview } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import { AttentionPanel } from './attention-panel'
import { ErrorsPanel } from './errors-panel'
import { OutcomesPanel } from './outcomes-panel'
import { OverviewFigures } from './overview-figures'
import { RecentPanel } from './recent-panel'
import { RunningPanel } from './running-panel'

export const RANGE_WORDS: Record<OverviewRange, string> = { '1h': 'last hour', '24h': 'last 24 h', '7d': 'last 7 days' }

/** Is everything all right, and if not, where. */
export function OverviewView() {
  const range = parseOverviewRange(searchOf(useSearchParams()))
  const query = overviewQuery(range)
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = useQuery(query)
  useBell(['runs'], query.queryKey)
  const bells = useBellState()
  return (
    <>
      <PageHeader title="Overview" />
      <div className="grid gap-3.5 p-4 pt-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RangeTabs range={range} />
          <div className="ml-auto flex items-center gap-3 text-meta text-ink-3">
            <LiveMark state={bells} updatedAt={dataUpdatedAt} />
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={() => void refetch()} />
          </div>
        </div>
        {error !== null && data !== undefined && (
          <p role="status" className="rounded-panel bg-warn-weak px-3 py-1.5 text-meta">
            The last reading failed: {error.message}. What stands here is from before.
          </p>
        )}
        {data === undefined ? (
          <Panel isFlush>
            {error === null ? (
              <SkeletonRows rows={14} label="Loading the overview" />
            ) : (
              <ErrorState
                title="The overview could not be read"
                {...errorFacts(error)}
                onRetry={() => void refetch()}
              />
            )}
          </Panel>
        ) : (
          <div className="grid gap-3.5" aria-busy={isPlaceholderData || undefined}>
            <Reach overview={data} />
            <OverviewFigures overview={data} />
            <div className="grid items-start gap-3.5 roomy:grid-cols-2">
              <div className="grid min-w-0 gap-3.5">
                <AttentionPanel overview={data} />
                <ErrorsPanel overview={data} />
              </div>
              <div className="grid min-w-0 gap-3.5">
                <OutcomesPanel overview={data} />
                <RunningPanel overview={data} />
                <RecentPanel overview={data} />
              </div>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

function RangeTabs({ range }: { range: OverviewRange }) {
  return (
    <nav aria-label="Window" className="-mx-1 flex gap-0.5 px-1 py-0.5">
      {OVERVIEW_RANGES.map((one) => (
        <ShallowLink key={one} href={pathToOverview(overviewSearch(one))} isCurrent={one === range}>
          <span
            className={`inline-flex h-control items-center rounded-chip px-2.5 ${one === range ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
          >
            {RANGE_WORDS[one]}
          </span>
        </ShallowLink>
      ))}
    </nav>
  )
}

/** Where the window holds more than one reading looks at, it says so before any number does. */
function Reach({ overview: { reached, totals } }: { overview: Overview }) {
  if (reached === null) return null
  const looked = totals.completed + totals.failed + totals.cancelled + totals.open
  return (
    <p role="status" className="rounded-panel bg-info-weak px-3 py-1.5 text-meta">
      More happened than one reading looks at: everything here is of the newest {whole(looked)} runs, back to{' '}
      <Time at={reached} /> (<Age at={reached} isSentence />
      ).
    </p>
  )
}
