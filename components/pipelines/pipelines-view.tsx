'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { ShallowLink } from '@/components/ui/shallow-link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { type PipelineList, pipelineListQuery } from '@/lib/client/pipelines'
import { counted, whole } from '@/lib/format/number'
import { EVERY_PIPELINE, isNarrowed, type PipelineFilter, parsePipelineFilter } from '@/lib/url/pipelines'
import { searchOf } from '@/lib/url/search'
import { listAddress } from './addresses'
import { Narrowing, RangeChips, StateStrip } from './pipeline-filters'
import { PipelinesTable } from './pipelines-table'

/** The pipelines that ran lately, what needs somebody first. */
export function PipelinesView() {
  const { filter, ignored } = parsePipelineFilter(searchOf(useSearchParams()))
  const query = pipelineListQuery(filter)
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = useQuery(query)
  useBell(['runs'], query.queryKey)
  const bells = useBellState()
  return (
    <>
      <PageHeader title="Pipelines" />
      <div className="grid grid-cols-1 gap-2.5 p-4 pt-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RangeChips filter={filter} />
          <div className="ml-auto flex items-center gap-3 text-meta text-ink-3">
            <LiveMark state={bells} updatedAt={dataUpdatedAt} />
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={() => void refetch()} />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Narrowing filter={filter} list={data} />
          <StateStrip filter={filter} list={data} />
        </div>
        {ignored.length > 0 && (
          <p role="status" className="text-meta text-warn">
            Ignored, because this page cannot use it: {ignored.join(' · ')}
          </p>
        )}
        {data !== undefined && <Note list={data} error={error} />}
        <section aria-label="Pipelines" className="min-w-0 overflow-clip rounded-panel border border-line bg-surface">
          {data === undefined ? (
            error === null ? (
              <SkeletonRows rows={14} label="Loading pipelines" />
            ) : (
              <ErrorState
                title="The pipelines could not be read"
                {...errorFacts(error)}
                onRetry={() => void refetch()}
              />
            )
          ) : data.pipelines.length > 0 ? (
            <PipelinesTable rows={data.pipelines} filter={filter} isStale={isPlaceholderData || error !== null} />
          ) : (
            <NoneShown list={data} filter={filter} />
          )}
        </section>
        {data !== undefined && data.pages > 1 && <Pages filter={filter} list={data} />}
      </div>
    </>
  )
}

function NoneShown({ list, filter }: { list: PipelineList; filter: PipelineFilter }) {
  if (isNarrowed(filter) || filter.page > 1) {
    return (
      <EmptyState
        title={list.count > 0 ? 'There are not that many pages' : 'No pipeline fits'}
        hint={list.total === 0 ? undefined : `${counted(list.total, 'pipeline')} ran in this window.`}
        action={
          <ShallowLink href={listAddress({ ...EVERY_PIPELINE, range: filter.range })}>
            <span className="text-accent">Show all of them</span>
          </ShallowLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title={list.reached === null ? 'No pipeline ran in this window' : 'No pipeline found so far'}
      hint="A pipeline is what runs carry the same pipeline label for, or the same name where they have none."
      action={
        filter.range === '30d' ? undefined : (
          <ShallowLink href={listAddress(filter, { range: '30d' })}>
            <span className="text-accent">Look at the last 30 days</span>
          </ShallowLink>
        )
      }
    />
  )
}

function Pages({ filter, list: { page, pages, count } }: { filter: PipelineFilter; list: PipelineList }) {
  const to = (wanted: number) =>
    wanted < 1 || wanted > pages || wanted === page ? undefined : listAddress(filter, { page: wanted })
  return (
    <Pager
      label="Pages of pipelines"
      note={`page ${whole(page)} of ${whole(pages)}, ${counted(count, 'pipeline')}`}
      newest={page > 2 ? to(1) : undefined}
      newer={to(page - 1)}
      older={to(page + 1)}
      words={{ first: 'First', back: 'Back', on: 'On' }}
    />
  )
}

/** How many, of what was looked at, and how far back that goes. */
function Note({ list, error }: { list: PipelineList; error: Error | null }) {
  const { count, total, runs, unnamed, unreadable, reached, is_full } = list
  return (
    <p role="status" className={`text-meta ${error === null ? 'text-ink-3' : 'text-warn'}`}>
      {error !== null && `The last reading failed: ${error.message}. What stands here is from before. `}
      {count < total ? `${whole(count)} of ${counted(total, 'pipeline')}` : counted(total, 'pipeline')} in{' '}
      {counted(runs, 'run')}
      {reached !== null && (
        <>
          {' '}
          back to <Time at={reached} /> (<Age at={reached} isSentence />)
          {is_full ? '; more runs than that are not kept' : '; older ones are being read'}
        </>
      )}
      {unnamed > 0 && `; ${counted(unnamed, 'run')} without a name ${unnamed === 1 ? 'belongs' : 'belong'} to none`}
      {unreadable > 0 && `; of ${counted(unreadable, 'run')} only the columns can be read`}.
    </p>
  )
}
