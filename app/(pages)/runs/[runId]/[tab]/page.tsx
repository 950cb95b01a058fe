import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { TAB_LABELS } from '@/components/runs/detail/tab-list'
import { InvocationsView } from '@/components/runs/invocations-view'
import { RunAudit } from '@/components/runs/run-audit'
import { RunConfig } from '@/components/runs/run-config'
import { RunDatasets } from '@/components/runs/run-datasets'
import { RunDeadLetters } from '@/components/runs/run-dead-letters'
import { RunOutputs } from '@/components/runs/run-outputs'
import { RunRecord } from '@/components/runs/run-record'
import { RunUsage } from '@/components/runs/run-usage'
import { ShardsView } from '@/components/runs/shards-view'
import { Prefetched } from '@/components/shell/prefetched'
import {
  firstInvocationsInput,
  firstInvocationsQuery,
  invocationQuery,
  shardsQuery,
  submittedTextQuery,
} from '@/lib/client/run-parts'
import {
  runAuditQuery,
  runDatasetsQuery,
  runOutputsQuery,
  runRecordQuery,
  runUsageQuery,
} from '@/lib/client/run-traces'
import { runInvocation, runInvocations, runShards, runText } from '@/lib/http/answers/run-parts'
import { runAudit, runDatasets, runOutputs, runRecord, runUsage } from '@/lib/http/answers/run-traces'
import { type PageContext, pageContext } from '@/lib/http/page-context'
import { pathToRunTab } from '@/lib/url/paths'
import { parseInvocationFilter } from '@/lib/url/run'
import { parseShardFilter, shardInput } from '@/lib/url/run-shards'
import { type Search, withSearch } from '@/lib/url/search'
import { pageParam } from '@/lib/url/segment'

export async function generateMetadata({ params }: PageProps<'/runs/[runId]/[tab]'>): Promise<Metadata> {
  const { tab } = await params
  const label = Object.entries(TAB_LABELS).find(([name]) => name === tab)?.[1]
  return { title: label === undefined ? 'Run' : `${label} · Run` }
}

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
  shards(runId, { prefetch }, search) {
    const filter = parseShardFilter(search)
    const input = { run_id: runId, ...shardInput(filter) }
    return (
      <Prefetched queries={[prefetch(shardsQuery(runId, filter), runShards, input)]}>
        <ShardsView runId={runId} />
      </Prefetched>
    )
  },
  config: (runId, { principal, prefetch }) => (
    <Prefetched queries={[prefetch(submittedTextQuery(runId), runText, { run_id: runId })]}>
      <RunConfig runId={runId} viewer={principal} />
    </Prefetched>
  ),
  usage: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(runUsageQuery(runId), runUsage, { run_id: runId })]}>
      <RunUsage runId={runId} />
    </Prefetched>
  ),
  datasets: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(runDatasetsQuery(runId), runDatasets, { run_id: runId })]}>
      <RunDatasets runId={runId} />
    </Prefetched>
  ),
  outputs: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(runOutputsQuery(runId), runOutputs, { run_id: runId })]}>
      <RunOutputs runId={runId} />
    </Prefetched>
  ),
  dlq: (runId) => <RunDeadLetters runId={runId} />,
  audit: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(runAuditQuery(runId), runAudit, { run_id: runId })]}>
      <RunAudit runId={runId} />
    </Prefetched>
  ),
  record: (runId, { prefetch }) => (
    <Prefetched queries={[prefetch(runRecordQuery(runId), runRecord, { run_id: runId })]}>
      <RunRecord runId={runId} />
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
