import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import type { ValueField } from '@/lib/derive/run-values'
import type { RunFieldKey } from '@/lib/url/run-fields'
import {
  DEFAULT_RUN_LIMIT,
  type RunListFilter,
  runFilterSearch,
  runListParams,
  withFilter,
  withValues,
} from '@/lib/url/runs'
import { areBellsOn } from './bells'
import { runKeys } from './runs'
import { jsonAs, wireQuery } from './wire-query'

const RunTotals = z.object({
  counts: z.array(z.object({ status: z.string(), count: z.number(), capped: z.boolean() })),
  /** Runs were looked at one by one, so many of them. */
  looked: z.number().optional(),
  /** And there was time only for those back to this instant. */
  reached: z.string().optional(),
  known_since: z.string().optional(),
})
export type RunTotals = z.output<typeof RunTotals>

/** What counts are of does not depend on the page, nor on which statuses are shown. */
const counted = (filter: RunListFilter): RunListFilter => withFilter(filter, { status: [], limit: DEFAULT_RUN_LIMIT })

/** How often counts are read again; the server itself counts a slow question no more often than every few seconds. */
const COUNT_AGAIN_MS = 15_000
const countAgain = () => areBellsOn() && COUNT_AGAIN_MS

/** How many runs of each status the other conditions fit. */
export const runTotalsQuery = (filter: RunListFilter) => ({
  ...wireQuery({
    queryKey: [...runKeys.all, 'totals', runFilterSearch(counted(filter))],
    path: () => `/console/runs/totals?${runListParams(counted(filter), Date.now())}`,
    read: jsonAs(RunTotals),
  }),
  refetchInterval: countAgain,
})

const RunValues = z.object({
  values: z.array(z.object({ value: z.string(), key: z.string().optional(), runs: z.number() })),
  more: z.boolean(),
  looked: z.number(),
  reached: z.string().optional(),
})
export type RunValues = z.output<typeof RunValues>
export type RunValue = RunValues['values'][number]

/** Which field of a filter the values of a field belong to, where the two are called differently. */
const fieldsOf = (field: ValueField): readonly RunFieldKey[] =>
  field === 'by' ? ['by', 'mine'] : field === 'name' ? ['name', 'like', 'q'] : [field]

const VALUES_AGE_MS = 60_000

/** What stands in a field of the newest runs that every other condition fits. */
export const runValuesQuery = (filter: RunListFilter, field: ValueField) => {
  const others = fieldsOf(field).reduce(
    (rest, key) => withValues(rest, key, []),
    withFilter(filter, { limit: DEFAULT_RUN_LIMIT }),
  )
  return {
    ...wireQuery({
      queryKey: [...runKeys.all, 'values', field, runFilterSearch(others)],
      path: () => `/console/runs/values?field=${field}&${runListParams(others, Date.now())}`,
      read: jsonAs(RunValues),
    }),
    staleTime: VALUES_AGE_MS,
  }
}

const StretchCount = z.object({ completed: z.number(), failed: z.number(), cancelled: z.number(), open: z.number() })
const RunHistogram = z.object({
  edges: z.array(z.number()),
  step_ms: z.number(),
  counts: z.array(StretchCount.nullable()),
  is_cut: z.boolean(),
})
export type RunHistogram = z.output<typeof RunHistogram>

/** The runs of the list over time. */
export const runHistogramQuery = (filter: RunListFilter, zone: string) => {
  const whole = withFilter(filter, { limit: DEFAULT_RUN_LIMIT })
  return {
    ...wireQuery({
      queryKey: [...runKeys.all, 'histogram', zone, runFilterSearch(whole)],
      path: () => `/console/runs/histogram?zone=${encodeURIComponent(zone)}&${runListParams(whole, Date.now())}`,
      read: jsonAs(RunHistogram),
    }),
    refetchInterval: countAgain,
    placeholderData: keepPreviousData<RunHistogram>,
  }
}
