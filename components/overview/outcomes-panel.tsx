'use client'

import { type OutcomeBar, OutcomeChart } from '@/components/charts/outcome-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { useZone } from '@/components/ui/zone'
import type { Report } from '@/lib/client/overview'
import { duration } from '@/lib/format/duration'
import type { OverviewFilter } from '@/lib/url/overview'
import { runsLike, stretch } from './addresses'
import { barTimes } from './bar-times'

/** How runs ended over the window, by when they were submitted. */
export function OutcomesPanel({ report, filter }: { report: Report; filter: OverviewFilter }) {
  const { zone } = useZone()
  const bars = report.buckets.map(({ at, until, outcomes }): OutcomeBar => {
    const { completed, failed, cancelled, open } = outcomes ?? { completed: 0, failed: 0, cancelled: 0, open: 0 }
    const href = runsLike(filter, stretch(at, until))
    return { key: at, ...barTimes(at, report.step_ms, zone), href, completed, failed, cancelled, open }
  })
  const isEmpty = bars.every(({ completed, failed, cancelled, open }) => completed + failed + cancelled + open === 0)
  const uncounted = report.buckets.filter(({ outcomes }) => outcomes === null).length
  return (
    <Panel
      title="Runs over time"
      note={`by submission, a bar for ${duration(report.step_ms)}${uncounted > 0 ? `; the oldest ${uncounted} not counted` : ''}`}
      isFlush={isEmpty}
    >
      {isEmpty ? (
        <EmptyState title="No runs in this window" hint="Whatever an engine accepts is counted here by its outcome." />
      ) : (
        <OutcomeChart label="Runs over time by outcome" bars={bars} step={`From, for ${duration(report.step_ms)}`} />
      )}
    </Panel>
  )
}
