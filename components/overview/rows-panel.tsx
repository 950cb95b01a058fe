'use client'

import { type ColumnBar, ColumnChart } from '@/components/charts/column-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { useZone } from '@/components/ui/zone'
import type { Report } from '@/lib/client/overview'
import { duration } from '@/lib/format/duration'
import { compact } from '@/lib/format/number'
import type { OverviewFilter } from '@/lib/url/overview'
import { runsLike, stretch } from './addresses'
import { barTimes } from './bar-times'

/** Rows that were written over the window, by when their run was submitted. */
export function RowsPanel({ report, filter }: { report: Report; filter: OverviewFilter }) {
  const { zone } = useZone()
  const bars = report.buckets.map(
    ({ at, until, rows }): ColumnBar => ({
      key: at,
      ...barTimes(at, report.step_ms, zone),
      href: runsLike(filter, stretch(at, until)),
      value: rows === null ? null : Number(rows),
    }),
  )
  const isEmpty = bars.every(({ value }) => value === null || value === 0)
  return (
    <Panel
      title="Rows over time"
      note={
        report.reached === null ? (
          'written, by submission of their run'
        ) : (
          <>
            known since <Time at={report.reached} precision="minute" />
          </>
        )
      }
      isFlush={isEmpty}
    >
      {isEmpty ? (
        <EmptyState title="No rows were written in this window" />
      ) : (
        <ColumnChart
          label="Rows written over time"
          bars={bars}
          step={`From, for ${duration(report.step_ms)}`}
          unit="Rows"
          format={(value) => compact(Math.round(value))}
        />
      )}
    </Panel>
  )
}
