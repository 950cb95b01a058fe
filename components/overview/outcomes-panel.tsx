'use client'

import { type OutcomeBar, OutcomeChart } from '@/components/charts/outcome-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { useZone } from '@/components/ui/zone'
import type { Overview } from '@/lib/client/overview'
import { duration } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { runsLike } from './addresses'

/** How runs ended over the window, by when they were submitted. */
export function OutcomesPanel({ overview }: { overview: Overview }) {
  const { zone } = useZone()
  const step = duration(overview.bucket_ms)
  const bars = overview.buckets.map(({ at, ...outcomes }): OutcomeBar => {
    const text = instant(at, zone, 'minute') ?? at
    const until = `${new Date(Date.parse(at) + overview.bucket_ms - 1).toISOString().slice(0, -1)}999999Z`
    return {
      key: at,
      label: text,
      tick: overview.range === '7d' ? text.slice(5, 10) : text.slice(11, 16),
      href: runsLike({ since: at, until }),
      ...outcomes,
    }
  })
  const isEmpty = bars.every(({ completed, failed, cancelled, open }) => completed + failed + cancelled + open === 0)
  return (
    <Panel title="Runs over time" note={`by submission, a bar for ${step}`} isFlush={isEmpty}>
      {isEmpty ? (
        <EmptyState title="No runs in this window" hint="Whatever an engine accepts is counted here by its outcome." />
      ) : (
        <OutcomeChart label="Runs over time by outcome" bars={bars} step={`From, for ${step}`} />
      )}
    </Panel>
  )
}
