'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { type PipelineDetail, pipelineQuery } from '@/lib/client/pipelines'
import { duration } from '@/lib/format/duration'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToOverview, pathToPipelines } from '@/lib/url/paths'
import { searchText } from '@/lib/url/search'
import { runsOf } from './addresses'
import { DurationsPanel } from './durations-panel'
import { OutcomeCalendar } from './outcome-calendar'
import { PartsPanels } from './parts-panels'
import { PipelineErrors } from './pipeline-errors'
import { PipelineFacts } from './pipeline-facts'
import { PipelineFigures } from './pipeline-figures'
import { STATE_LOOKS, STATE_MEANS } from './state-look'
import { TrendPanel } from './trend-panel'

/** One pipeline over time: how it ended, how long it took, what went wrong, and what it is made of. */
export function PipelineView({ name }: { name: string }) {
  const query = pipelineQuery(name)
  const { data, error, refetch, dataUpdatedAt } = useQuery(query)
  useBell(['runs'], query.queryKey)
  const bells = useBellState()
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Pipelines', href: pathToPipelines() }]}
        title={visible(name)}
        isTitleBelow
        actions={<LiveMark state={bells} updatedAt={dataUpdatedAt} />}
      />
      <div className="grid grid-cols-1 gap-3.5 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-page leading-tight font-title wrap-anywhere">{visible(name)}</h1>
          {data !== undefined && data.runs.length > 0 && (
            <span data-tip={STATE_MEANS[data.state]}>
              <Status word={data.state} look={STATE_LOOKS[data.state]} />
            </span>
          )}
          <span className="ml-auto inline-flex flex-wrap items-center gap-x-3 text-meta text-ink-3">
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <Link href={runsOf(name)}>All its runs</Link>
            <Link href={pathToOverview(searchText([['pipeline', name]]))}>Overview of it</Link>
            <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={() => void refetch()} />
          </span>
        </div>
        {error !== null && data !== undefined && (
          <p role="status" className="rounded-panel bg-warn-weak px-3 py-1.5 text-meta">
            The last reading failed: {error.message}. What stands here is from before.
          </p>
        )}
        {data === undefined ? (
          <Panel isFlush>
            {error === null ? (
              <SkeletonRows rows={10} label="Loading the pipeline" />
            ) : (
              <ErrorState
                title="The pipeline could not be read"
                {...errorFacts(error)}
                onRetry={() => void refetch()}
              />
            )}
          </Panel>
        ) : data.runs.length === 0 ? (
          <Panel isFlush>
            <NoRuns pipeline={data} />
          </Panel>
        ) : (
          <Found pipeline={data} />
        )}
      </div>
    </>
  )
}

function NoRuns({ pipeline: { pipeline, reached } }: { pipeline: PipelineDetail }) {
  return (
    <EmptyState
      title="No run of this pipeline was found"
      hint={
        reached === null ? (
          'Its runs were removed, or it never ran under this name.'
        ) : (
          <>
            Labels were looked at back to <Time at={reached} />, names further: they are in no index of this store.
          </>
        )
      }
      action={<Link href={runsOf(pipeline)}>Search further back in the list of runs</Link>}
    />
  )
}

function Found({ pipeline }: { pipeline: PipelineDetail }) {
  const { runs, has_more, reached, slowed, unreadable } = pipeline
  return (
    <>
      <p className="text-meta text-ink-3">
        Of {has_more ? `its newest ${counted(runs.length, 'run')}` : `all ${counted(runs.length, 'run')}`}, back to{' '}
        <Time at={runs.at(-1)?.at ?? null} />
        {reached !== null && (
          <>
            ; before <Time at={reached} /> only runs that are called so were looked for
          </>
        )}
        {unreadable > 0 && `; of ${counted(unreadable, 'run')} only the columns can be read`}.
        {slowed !== null && (
          <span className="text-warn">
            {' '}
            Slower than usual since <Time at={slowed.since} precision="minute" /> (<Age at={slowed.since} isSentence />
            ): the last took {duration(slowed.ms)}.
          </span>
        )}
      </p>
      <PipelineFigures pipeline={pipeline} />
      <div className="grid grid-cols-1 items-start gap-3.5 roomy:grid-cols-2">
        <div className="grid min-w-0 gap-3.5">
          <OutcomeCalendar pipeline={pipeline} />
          <PipelineErrors pipeline={pipeline} />
          <PipelineFacts pipeline={pipeline} />
          <PartsPanels name={pipeline.pipeline} />
        </div>
        <div className="grid min-w-0 gap-3.5">
          <TrendPanel pipeline={pipeline.pipeline} runs={runs} />
          <DurationsPanel runs={runs} usual={pipeline.usual} />
        </div>
      </div>
    </>
  )
}
