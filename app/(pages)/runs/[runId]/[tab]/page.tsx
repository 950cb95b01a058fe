import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { LogPanel } from '@/components/logs/log-panel'
import { InvocationsView } from '@/components/runs/invocations-view'
import { RunConfig } from '@/components/runs/run-config'
import { ShardsView } from '@/components/runs/shards-view'
import { Prefetched } from '@/components/shell/prefetched'
import { firstLogQuery } from '@/lib/client/logs'
import {
  firstInvocationsInput,
  firstInvocationsQuery,
  invocationQuery,
  shardsQuery,
  submittedTextQuery,
} from '@/lib/client/run-parts'
import { runLogs } from '@/lib/http/answers/logs'
import { runInvocation, runInvocations, runShards, runText } from '@/lib/http/answers/run-parts'
import { type PageContext, pageContext } from '@/lib/http/page-context'
import { firstLogInput } from '@/lib/url/logs'
import { pathToRunTab } from '@/lib/url/paths'
import { parseInvocationFilter } from '@/lib/url/run'
import { type Search, withSearch } from '@/lib/url/search'
import { pageParam } from '@/lib/url/segment'

export const metadata: Metadata = { title: 'Run' }

const chosenOf = (
  runId: string,
  { row, parent }: { row: string; parent: string | null },
  prefetch: PageContext['prefetch'],
) =>
  prefetch(invocationQuery(runId, row, parent), runInvocation, {
    run_id: runId,
    row,
    ...(parent !== null && { parent }),
  })

type Tab = (runId: string, context: PageContext, search: Search) => ReactNode

const TABS: Readonly<Record<string, Tab>> = {
  invocations(runId, { prefetch }, search) {
    const asked = parseInvocationFilter(search)
    const input = { run_id: runId, ...firstInvocationsInput(asked) }
    return (
      <Prefetched
        queries={[
          prefetch(firstInvocationsQuery(runId, asked), runInvocations, input),
          ...(asked.chosen === null ? [] : [chosenOf(runId, asked.chosen, prefetch)]),
        ]}
      >
        <InvocationsView runId={runId} />
      </Prefetched>
    )
  },
  shards: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(shardsQuery(runId), runShards, { run_id: runId })]}>
      <ShardsView runId={runId} />
    </Prefetched>
  ),
  logs: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(firstLogQuery(runId), runLogs, firstLogInput(runId))]}>
      <LogPanel runId={runId} />
    </Prefetched>
  ),
  config: (runId, { principal, prefetch }) => (
    <Prefetched queries={[prefetch(submittedTextQuery(runId), runText, { run_id: runId })]}>
      <RunConfig runId={runId} viewer={principal} />
    </Prefetched>
  ),
}

export default async function RunTabPage({ params, searchParams }: PageProps<'/runs/[runId]/[tab]'>) {
  const { runId: segment, tab } = await params
  const runId = pageParam(segment)
  const search = await searchParams
  const context = await pageContext(withSearch(pathToRunTab(runId, tab), search))
  if (!Object.hasOwn(TABS, tab)) notFound()
  return TABS[tab]?.(runId, context, search)
}
