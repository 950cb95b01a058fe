import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { continueBulk, planBulk, startBulk, stopBulk } from '@/lib/actions/bulk'
import {
  BULK_KINDS,
  BULK_OUTCOMES,
  BULK_STATES,
  BulkAsked,
  type BulkKind,
  type BulkPlan,
} from '@/lib/contract/records/bulk'
import { type BulkFilter, bulkFilterSearch, pathToBulkApi, pathToBulkRuns } from '@/lib/url/bulk'
import { runKeys } from './runs'
import { told } from './told'
import { jsonAs, wireQuery } from './wire-query'

const Bulk = z.object({
  id: z.string(),
  kind: z.enum(BULK_KINDS),
  state: z.enum(BULK_STATES),
  principal: z.string(),
  tenant: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  is_held: z.boolean(),
  asked: BulkAsked,
})
const Receipt = Bulk.extend({
  counts: z.array(z.object({ outcome: z.enum(BULK_OUTCOMES), note: z.string().nullable(), count: z.number() })),
})
const BulkList = z.object({ bulks: z.array(Bulk) })
type BulkList = z.infer<typeof BulkList>
export type BulkRow = z.infer<typeof Bulk>
export type BulkReceipt = z.infer<typeof Receipt>

const Run = z.object({
  seq: z.string(),
  run_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  outcome: z.enum(BULK_OUTCOMES),
  note: z.string().nullable(),
  settled_at: z.string().nullable(),
})
export type BulkRunRow = z.infer<typeof Run>
const RunPage = z.object({ runs: z.array(Run), next: z.string().optional() })
type BulkRunPage = z.infer<typeof RunPage>

const bulkKeys = {
  all: ['bulk'] as const,
  list: ['bulk', 'list'] as const,
  detail: (id: string) => ['bulk', id] as const,
  runs: (id: string, filter: BulkFilter) => ['bulk', id, 'runs', bulkFilterSearch(filter)] as const,
}

export const bulkListQuery = () =>
  wireQuery<BulkList>({ queryKey: bulkKeys.list, path: '/console/bulk', read: jsonAs(BulkList) })

export const bulkQuery = (id: string) =>
  wireQuery<BulkReceipt>({ queryKey: bulkKeys.detail(id), path: pathToBulkApi(id), read: jsonAs(Receipt) })

export const bulkRunsQuery = (id: string, filter: BulkFilter) =>
  wireQuery<BulkRunPage>({
    queryKey: bulkKeys.runs(id, filter),
    path: pathToBulkRuns(id, filter),
    read: jsonAs(RunPage),
  })

/** How often it is looked at while it goes on, and while it waits for somebody. */
const GOING_ON_MS = 1_000
const WAITING_MS = 5_000

/** A receipt, kept up to date until it has ended. */
export function useBulk(id: string) {
  return useQuery({
    ...bulkQuery(id),
    refetchInterval: ({ state: { data } }) => intervalOf(data),
  })
}

/** Its runs, read again as often as the receipt. */
export function useBulkRuns(id: string, filter: BulkFilter, receipt: BulkReceipt | undefined) {
  return useQuery({ ...bulkRunsQuery(id, filter), refetchInterval: intervalOf(receipt) })
}

const intervalOf = (receipt: BulkReceipt | undefined): number | false =>
  receipt?.state !== 'acting' ? false : receipt.is_held ? GOING_ON_MS : WAITING_MS

/** Runs that were chosen, or all that the address of a list fits. */
export type BulkChoice = { kind: BulkKind } & ({ ids: string[] } | { search: string })

/** What it would do, asked anew each time it is opened. */
export const useBulkPlan = (choice: BulkChoice) =>
  useQuery({
    queryKey: ['bulk', 'plan', choice],
    queryFn: () => told(planBulk)(choice),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Begins what was planned: nothing that was submitted since, nothing that the plan did not look at. */
export function useStartBulk() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ choice, plan }: { choice: BulkChoice; plan: BulkPlan }) =>
      told(startBulk)({ ...choice, until: plan.asked.until, reached: plan.asked.reached }),
    onSettled: () => queries.invalidateQueries({ queryKey: runKeys.all }),
  })
}

export const useContinueBulk = () => useAfter(continueBulk)
export const useStopBulk = () => useAfter(stopBulk)

function useAfter(act: typeof continueBulk) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: told(act),
    onSettled: () => queries.invalidateQueries({ queryKey: bulkKeys.all }),
  })
}
