'use client'

import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { type Fact, KeyValues } from '@/components/ui/key-values'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatusMark } from '@/components/ui/status'
import { Age, Time } from '@/components/ui/time'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import type { HeadRecord, RunFacts } from '@/lib/client/run-parts'
import { useRunHead } from '@/lib/client/use-runs'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { runLook } from '@/lib/derive/run-look'
import { runOrigin } from '@/lib/derive/run-origin'
import { bytes } from '@/lib/format/bytes'
import { money } from '@/lib/format/money'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToRunTab } from '@/lib/url/paths'
import { PeekInvocations } from './peek-invocations'
import { RunDuration } from './run-duration'
import { RunLabels } from './run-labels'

/** What happened to a run, as short as it can be said. */
export function PeekBody({ runId }: { runId: string }) {
  const { data, error, refetch } = useRunHead(runId)
  if (data === undefined) {
    if (error === null) return <SkeletonRows rows={8} label="Loading the run" />
    if (isApiError(error) && error.status === 404) {
      return <EmptyState title="This run is gone" hint="It was removed, or it is not yours to see." />
    }
    return <ErrorState title="The run could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
  }
  const { run, digest, facts } = data
  if (!run.ok || digest === null) {
    return (
      <Frame runId={runId}>
        <p className="text-warn">Its body cannot be read{run.ok ? '' : `: ${run.reason}`}.</p>
        {!run.ok && (
          <KeyValues facts={Object.entries(run.columns).map(([name, value]) => ({ name, value: visible(value) }))} />
        )}
      </Frame>
    )
  }
  return (
    <Frame runId={runId}>
      <Summary run={run.record} digest={digest} facts={facts} />
    </Frame>
  )
}

/** The ways on stand first: whoever has seen enough goes there. */
function Frame({ runId, children }: { runId: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <ButtonLink href={pathToRun(runId)} intent="primary" size="small">
          Open the run
        </ButtonLink>
        <ButtonLink href={pathToRunTab(runId, 'logs')} size="small">
          Log
        </ButtonLink>
        <ButtonLink href={pathToRunTab(runId, 'config')} size="small">
          Config
        </ButtonLink>
        <span className="ml-auto">
          <CopyButton text={runId} label="Copy run id" />
        </span>
      </div>
      {children}
    </div>
  )
}

function Summary({ run, digest, facts }: { run: HeadRecord; digest: RunDigest; facts: RunFacts }) {
  const look = runLook(run.status)
  const { usage } = digest
  const costs = usage?.costs ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={look.tone} mark={<StatusMark look={look} />}>
          {run.status}
        </Badge>
        <RunDuration run={{ ...run, invocations: [] }} usual={null} />
      </div>
      {digest.failure !== null && (
        <section aria-label="Error">
          <pre className="max-h-40 overflow-auto rounded-control bg-bad-weak p-2 font-mono text-meta whitespace-pre-wrap text-bad wrap-anywhere">
            {visible(digest.failure.slice(0, LONGEST_ERROR))}
            {digest.failure.length > LONGEST_ERROR && ' …'}
          </pre>
        </section>
      )}
      <KeyValues
        facts={[
          { name: 'Submitted', value: <Moment at={run.submitted_at} /> },
          run.started_at !== null && { name: 'Started', value: <Moment at={run.started_at} /> },
          run.finished_at !== null && { name: 'Finished', value: <Moment at={run.finished_at} /> },
          { name: 'Rows written', value: whole(run.records_written) },
          usage !== null && { name: 'Read', value: bytes(usage.bytes_read) },
          usage !== null && { name: 'Written', value: bytes(usage.bytes_written) },
          costs.length > 0 && { name: 'Cost', value: costs.map((cost) => money(cost.total, cost.currency)).join(', ') },
          text('Pipeline', run.labels['pipeline']),
          { name: 'Started by', value: runOrigin(run) },
          text('Submitted by', facts.submission?.by ?? run.submitted_by),
          text('Tenant', run.tenant),
          text('Instance', facts.owner ?? undefined),
          run.attempt > 0 && { name: 'Attempt', value: String(run.attempt + 1) },
          text('Connectors', digest.connectors.join(', ')),
        ]}
      />
      {Object.keys(run.labels).some((key) => key !== 'pipeline') && (
        <div className="flex flex-wrap gap-1">
          <RunLabels labels={run.labels} hidden={['pipeline']} isWhole areLinks />
        </div>
      )}
      <PeekInvocations runId={run.run_id} digest={digest} />
    </>
  )
}

/** The rest is on the run's own page. */
const LONGEST_ERROR = 2_000

const text = (name: string, value: string | undefined): Fact | false =>
  value !== undefined && value.trim() !== '' && { name, value: visible(value) }

function Moment({ at }: { at: string }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <Time at={at} />
      <span className="text-ink-3">
        <Age at={at} isSentence />
      </span>
    </span>
  )
}
