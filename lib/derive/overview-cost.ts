import type { UsageRecord } from '@/lib/contract/records/usage'
import { bucketOf, bucketStart, type OverviewWindow } from './overview-window'

/** What invocations cost, in the currency that most of them are priced in; amounts of several are never added up. */
export function costSection(records: readonly UsageRecord[], window: OverviewWindow, top: number) {
  const currency = mostUsed(records)
  if (currency === null) return null
  const own = records.filter(({ cost }) => cost.currency === currency)
  const others = [...new Set(records.map(({ cost }) => cost.currency))].filter((one) => one !== currency).sort()
  const series = Array.from({ length: window.buckets }, (_, index) => ({
    bucket_start: bucketStart(window, index),
    estimated: 0,
    hosted_equivalent: 0,
  }))
  const byPipeline = new Map<string, number>()
  let [estimated, hosted] = [0, 0]
  for (const { recorded_at, pipeline, cost } of own) {
    estimated += cost.total
    hosted += cost.hosted_equivalent
    byPipeline.set(pipeline, (byPipeline.get(pipeline) ?? 0) + cost.total)
    const bucket = series[bucketOf(window, recorded_at)]
    if (bucket === undefined) continue
    bucket.estimated += cost.total
    bucket.hosted_equivalent += cost.hosted_equivalent
  }
  return {
    currency,
    invocations: own.length,
    estimated,
    hosted_equivalent: hosted,
    series,
    by_pipeline: [...byPipeline]
      .map(([pipeline, amount]) => ({ pipeline, estimated: amount }))
      .sort((a, b) => b.estimated - a.estimated || (a.pipeline < b.pipeline ? -1 : 1))
      .slice(0, top),
    ...(others.length > 0 && { other_currencies: others }),
  }
}

function mostUsed(records: readonly UsageRecord[]): string | null {
  const counts = new Map<string, number>()
  for (const { cost } of records) counts.set(cost.currency, (counts.get(cost.currency) ?? 0) + 1)
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return most?.[0] ?? null
}
