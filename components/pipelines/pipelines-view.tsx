'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { LiveMark } from '@/components/ui/live-mark'
import { PageHeader } from '@/components/ui/page-header'
import { replaceAddress, ShallowLink } from '@/components/ui/shallow-link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { errorFacts } from '@/lib/client/api-error'
import { useBell, useBellState } from '@/lib/client/bells'
import { type PipelineList, pipelineListQuery } from '@/lib/client/pipelines'
import { holdsText } from '@/lib/derive/holds-text'
import { counted, whole } from '@/lib/format/number'
import { pathToPipelines } from '@/lib/url/paths'
import { PIPELINE_RANGES, type PipelineFilter, parsePipelineFilter, pipelineSearch } from '@/lib/url/pipelines'
import { searchOf } from '@/lib/url/search'
import { PipelinesTable } from './pipelines-table'

const addressOf = (filter: PipelineFilter): string => pathToPipelines(pipelineSearch(filter))
const RANGE_WORDS = { '24h': 'last 24 h', '7d': 'last 7 days' } as const

/** The pipelines that ran lately, what needs somebody first. */
export function PipelinesView() {
  const filter = parsePipelineFilter(searchOf(useSearchParams()))
  const search = useRef<HTMLInputElement>(null)
  const query = pipelineListQuery(filter.range)
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = useQuery(query)
  useBell(['runs'], query.queryKey)
  const bells = useBellState()
  useShortcuts('Pipelines', [{ key: '/', does: 'find by name', act: () => search.current?.focus() }])
  const rows = (data?.pipelines ?? []).filter(({ name }) => holdsText(name, filter.words))
  return (
    <>
      <PageHeader title="Pipelines" />
      <div className="grid grid-cols-1 gap-2.5 p-4 pt-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <nav aria-label="Window" className="-mx-1 flex gap-0.5 px-1 py-0.5">
            {PIPELINE_RANGES.map((range) => (
              <ShallowLink key={range} href={addressOf({ ...filter, range })} isCurrent={range === filter.range}>
                <span
                  className={`inline-flex h-control items-center rounded-chip px-2.5 ${range === filter.range ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
                >
                  {RANGE_WORDS[range]}
                </span>
              </ShallowLink>
            ))}
          </nav>
          <input
            ref={search}
            type="search"
            aria-label="Find by name"
            placeholder="Part of a name"
            defaultValue={filter.words}
            onChange={(event) => replaceAddress(addressOf({ ...filter, words: event.target.value }))}
            className="h-control w-56 rounded-control border border-line bg-sunken px-2 placeholder:text-ink-3"
          />
          <div className="ml-auto flex items-center gap-3 text-meta text-ink-3">
            <LiveMark state={bells} updatedAt={dataUpdatedAt} />
            <span className="max-wide:hidden">
              <ZoneNote />
            </span>
            <Button intent="quiet" size="small" icon="refresh" label="Read again" onPress={() => void refetch()} />
          </div>
        </div>
        {data !== undefined && <Note list={data} shown={rows.length} error={error} />}
        <section aria-label="Pipelines" className="overflow-clip rounded-panel border border-line bg-surface">
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
          ) : rows.length > 0 ? (
            <PipelinesTable rows={rows} range={data.range} isStale={isPlaceholderData || error !== null} />
          ) : data.pipelines.length > 0 ? (
            <EmptyState
              title="No name holds this"
              action={
                <ShallowLink href={addressOf({ ...filter, words: '' })}>
                  <span className="text-accent">Show all of them</span>
                </ShallowLink>
              }
            />
          ) : (
            <EmptyState
              title="No pipeline ran in this window"
              hint="Every name that a run had stands here; runs without a name are on the list of runs only."
            />
          )}
        </section>
      </div>
    </>
  )
}

function Note({ list, shown, error }: { list: PipelineList; shown: number; error: Error | null }) {
  return (
    <p role="status" className={`text-meta ${error === null ? 'text-ink-3' : 'text-warn'}`}>
      {error !== null && `The last reading failed: ${error.message}. What stands here is from before. `}
      {shown < list.count ? `${whole(shown)} of ${counted(list.count, 'name')}` : counted(list.count, 'name')}, of the{' '}
      {counted(list.looked, 'run')} looked at
      {list.reached !== null && (
        <>
          ; the window holds more: these go back to <Time at={list.reached} /> (<Age at={list.reached} isSentence />)
        </>
      )}
      .
    </p>
  )
}
