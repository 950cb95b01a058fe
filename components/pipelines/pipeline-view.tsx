'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Figure, Figures } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { LiveMark } from '@/components/ui/live-mark'
import { Missing } from '@/components/ui/missing'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { type PipelineDetail, pipelineQuery } from '@/lib/client/pipelines'
import { p95 } from '@/lib/derive/pipelines'
import { totalMsOf } from '@/lib/derive/run-glance'
import { median } from '@/lib/derive/run-timing'
import { duration } from '@/lib/format/duration'
import { counted, percent, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToPipelines, pathToRun, pathToRuns } from '@/lib/url/paths'
import { EVERY_RUN, runFilterSearch } from '@/lib/url/runs'
import { DurationsPanel } from './durations-panel'
import { OutcomeCalendar } from './outcome-calendar'
import { STATE_LOOKS } from './state-look'

/** One pipeline over time: how it ended, how long it took, what went wrong. */
export function PipelineView({ name }: { name: string }) {
  const query = pipelineQuery(name)
  const { data, error, refetch, dataUpdatedAt } = useQuery(query)
  useBell(['runs'], query.queryKey)
  const bells = useBellState()
  const list = pathToRuns(runFilterSearch({ ...EVERY_RUN, name }))
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Pipelines', href: pathToPipelines() }]}
        title={visible(name)}
        isTitleBelow
        actions={<LiveMark state={bells} updatedAt={dataUpdatedAt} />}
      />
      <div className="grid gap-3.5 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-page leading-tight font-title wrap-anywhere">{visible(name)}</h1>
          {data !== undefined && data.runs.length > 0 && <Status word={data.state} look={STATE_LOOKS[data.state]} />}
          <span className="ml-auto inline-flex items-center gap-3 text-meta text-ink-3">
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <Link href={list}>All its runs</Link>
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
            <EmptyState
              title="No run of this name was found"
              hint={
                data.reached === null ? (
                  'Its runs were removed, or it never ran under this name.'
                ) : (
                  <>
                    The search went back to <Time at={data.reached} />; names are in no index of this store.
                  </>
                )
              }
              action={<Link href={list}>Search further back in the list of runs</Link>}
            />
          </Panel>
        ) : (
          <Found pipeline={data} />
        )}
      </div>
    </>
  )
}

function Found({ pipeline }: { pipeline: PipelineDetail }) {
  const { runs, has_more, reached, gap_ms } = pipeline
  const completed = runs.filter(({ status }) => status === 'completed')
  const failed = runs.filter(({ status }) => status === 'failed')
  const [good] = completed
  const durations = completed.flatMap((run) => totalMsOf(run) ?? [])
  const usual = median(durations, 1)
  return (
    <>
      <p className="text-meta text-ink-3">
        Of {has_more ? `its newest ${counted(runs.length, 'run')}` : `all ${counted(runs.length, 'run')}`}, back to{' '}
        <Time at={reached ?? runs.at(-1)?.submitted_at ?? null} />
      </p>
      <Figures label="In numbers">
        <Figure
          name="Last good run"
          value={
            good === undefined ? (
              <Missing why="none of these was completed" />
            ) : (
              <Link href={pathToRun(good.run_id)}>
                <Age at={good.submitted_at} />
              </Link>
            )
          }
          note={good === undefined ? 'none of these was completed' : 'ago'}
        />
        <Figure
          name="Failed"
          tone={failed.length > 0 ? 'bad' : undefined}
          value={
            <Link
              href={pathToRuns(runFilterSearch({ ...EVERY_RUN, name: pipeline.name, status: ['failed'] }))}
              look={failed.length > 0 ? 'plain' : 'text'}
            >
              {whole(failed.length)}
            </Link>
          }
          note={
            completed.length + failed.length === 0
              ? 'nothing ended yet'
              : `${percent(completed.length / (completed.length + failed.length))} of what ended was completed`
          }
        />
        <Figure
          name="Usual duration"
          value={usual === null ? <Missing why="no completed run to measure" /> : duration(usual)}
          note={usual === null ? 'from submission to end' : `95 of 100 within ${duration(p95(durations) ?? usual)}`}
        />
        <Figure
          name="Usually every"
          value={gap_ms === null ? <Missing why="too few runs, or no regular rhythm" /> : duration(gap_ms)}
          note={gap_ms === null ? 'no regular rhythm' : <NextRun pipeline={pipeline} gapMs={gap_ms} />}
        />
      </Figures>
      <div className="grid items-start gap-3.5 roomy:grid-cols-2">
        <div className="grid min-w-0 gap-3.5">
          <OutcomeCalendar pipeline={pipeline} />
          <PipelineErrors pipeline={pipeline} />
        </div>
        <DurationsPanel runs={runs} usual={usual} />
      </div>
    </>
  )
}

function NextRun({ pipeline: { runs, state }, gapMs }: { pipeline: PipelineDetail; gapMs: number }) {
  const [newest] = runs
  if (newest === undefined) return null
  const next = new Date(Date.parse(newest.submitted_at) + gapMs).toISOString()
  return (
    <>
      {state === 'late' ? 'was expected' : 'next expected'} <Time at={next} precision="minute" />
    </>
  )
}

function PipelineErrors({ pipeline: { errors, error_count } }: { pipeline: PipelineDetail }) {
  if (errors.length === 0) return null
  return (
    <Panel title="Errors" note={counted(error_count, 'kind')} isFlush>
      <ol>
        {errors.map(({ error, count, first_at, last_at, last_run_id }) => (
          <li key={last_run_id} className="grid-count gap-x-3 border-b border-line px-3 py-2 last:border-b-0">
            <span className="text-right text-section font-title tabular-nums">{whole(count)}</span>
            <div className="grid min-w-0 gap-0.5">
              <p
                className="line-clamp-2 font-mono text-meta wrap-anywhere"
                data-tip={visible(error)}
                data-tip-when="cut"
              >
                <Link href={pathToRun(last_run_id)} look="plain">
                  {visible(error)}
                </Link>
              </p>
              <p className="text-meta text-ink-3">
                last <Age at={last_at} isSentence />
                {count > 1 && (
                  <>
                    , first seen <Age at={first_at} isSentence />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
