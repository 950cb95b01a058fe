'use client'

import { useSearchParams } from 'next/navigation'
import { useNow } from '@/components/ui/clock'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Missing } from '@/components/ui/missing'
import { pushAddress, replaceAddress, ShallowLink } from '@/components/ui/shallow-link'
import { Status } from '@/components/ui/status'
import { useDraft } from '@/components/ui/use-draft'
import { useRun } from '@/lib/client/use-runs'
import type { BatchOutcomes, InvocationRecord, RunRecord, SourceLag } from '@/lib/contract/records/runs'
import { invocationLook } from '@/lib/derive/run-look'
import { type InvocationOrder, type InvocationSpan, invocationSpans, sortSpans } from '@/lib/derive/run-timeline'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { compact, counted, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { pathToRunTab } from '@/lib/url/paths'
import { type InvocationFilter, invocationSearch, parseInvocationFilter } from '@/lib/url/run'
import { searchOf } from '@/lib/url/search'
import { keyOf, whyNone } from './invocations-panel'

/** Every invocation of a run, slowest first; thousands of them as easily as one. */
export function InvocationsView({ runId }: { runId: string }) {
  const { data } = useRun(runId)
  const filter = parseInvocationFilter(searchOf(useSearchParams()))
  if (data?.ok !== true) return null
  return <Invocations run={data.record} filter={filter} />
}

/** Where the address stands now: a change may come before the page has drawn the last one. */
const filterNow = (): InvocationFilter => parseInvocationFilter(searchOf(new URLSearchParams(window.location.search)))

function Invocations({ run, filter }: { run: RunRecord; filter: InvocationFilter }) {
  const now = useNow(60_000)
  const spans = invocationSpans(run, now)
  const failed = spans.filter(({ status }) => status === 'failed').length
  const address = (change: Partial<InvocationFilter>, from = filter) => {
    const search = invocationSearch({ ...from, ...change })
    return pathToRunTab(run.run_id, 'invocations') + (search && `?${search}`)
  }
  const draft = useDraft(filter.words, (next) => replaceAddress(address({ words: next }, filterNow())))
  const words = draft.text.toLowerCase()
  const shown = sortSpans(
    spans.filter(
      ({ status, invocation }) =>
        (!filter.isFailedOnly || status === 'failed') &&
        (words === '' ||
          [invocation.row_id, invocation.parent_record_key, invocation.error].some((text) =>
            text?.toLowerCase().includes(words),
          )),
    ),
    filter.order,
    filter.isDescending,
  )
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-64 max-w-full">
          <Field label="Find in rows, parents and errors" isLabelHidden>
            {({ id }) => (
              <Input
                id={id}
                name="q"
                type="search"
                value={draft.text}
                onLeave={draft.settle}
                onChange={draft.type}
                placeholder="row, parent or error"
              />
            )}
          </Field>
        </div>
        <nav aria-label="Which invocations" className="flex gap-0.5">
          <Which
            href={address({ isFailedOnly: false })}
            isCurrent={!filter.isFailedOnly}
            words={`All ${whole(spans.length)}`}
          />
          <Which
            href={address({ isFailedOnly: true })}
            isCurrent={filter.isFailedOnly}
            words={`Failed ${whole(failed)}`}
          />
        </nav>
        <span role="status" className="ml-auto text-meta text-ink-3">
          {shown.length !== spans.length && `${counted(shown.length, 'row')} of ${whole(spans.length)}`}
        </span>
      </div>
      <section aria-label="Invocations" className="overflow-clip rounded-panel border border-line bg-surface">
        {shown.length > 0 ? (
          <DataTable
            label="Invocations"
            columns={columnsFor(spans)}
            rows={shown}
            rowKey={keyOf}
            sorting={{
              column: filter.order,
              isDescending: filter.isDescending,
              by: ['row', 'rows', 'duration'],
              onSort: (column) => {
                const order = column as InvocationOrder
                const isDescending = order === filter.order ? !filter.isDescending : order !== 'row'
                pushAddress(address({ order, isDescending }, filterNow()))
              },
            }}
          />
        ) : spans.length === 0 ? (
          <EmptyState title="No invocations" hint={whyNone(run)} />
        ) : (
          <EmptyState
            title="No invocation fits"
            action={
              <ShallowLink href={address({ words: '', isFailedOnly: false })}>
                <span className="text-accent">Show all {whole(spans.length)}</span>
              </ShallowLink>
            }
          />
        )}
      </section>
    </div>
  )
}

const Which = ({ href, isCurrent, words }: { href: string; isCurrent: boolean; words: string }) => (
  <ShallowLink href={href} isCurrent={isCurrent}>
    <span
      className={`inline-flex h-control items-center rounded-chip px-2.5 ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover'}`}
    >
      {words}
    </span>
  </ShallowLink>
)

/** Columns that no invocation of the run has anything for are not there. */
function columnsFor(spans: readonly InvocationSpan[]): Column<InvocationSpan>[] {
  const some = (has: (invocation: InvocationRecord) => boolean) => spans.some(({ invocation }) => has(invocation))
  const columns: (Column<InvocationSpan> | false)[] = [
    {
      id: 'status',
      header: 'Status',
      width: 108,
      isKept: true,
      cell: ({ status }) => <Status word={status} look={invocationLook(status)} />,
    },
    {
      id: 'row',
      header: 'Row',
      isKept: true,
      cell: ({ invocation }) => <Cut text={invocation.row_id} />,
    },
    some(({ parent_record_key }) => parent_record_key !== null) && {
      id: 'parent',
      header: 'Parent record',
      width: 130,
      cell: ({ invocation }) =>
        invocation.parent_record_key === null ? '' : <Cut text={invocation.parent_record_key} />,
    },
    some(({ error }) => error !== null) && {
      id: 'error',
      header: 'Error',
      isKept: true,
      cell: ({ invocation }) =>
        invocation.error !== null && (
          <span
            className="block truncate text-meta text-bad"
            data-tip={visible(invocation.error.slice(0, 2000))}
            data-tip-when="cut"
          >
            {visible(firstLine(invocation.error))}
          </span>
        ),
    },
    some(({ batches }) => batches !== undefined) && {
      id: 'batches',
      header: 'Batches',
      width: 110,
      isNumber: true,
      isExtra: true,
      cell: ({ invocation }) => <Batches batches={invocation.batches} />,
    },
    some(({ source_lag }) => source_lag !== undefined) && {
      id: 'lag',
      header: 'Source lag',
      width: 110,
      isNumber: true,
      isExtra: true,
      cell: ({ invocation }) => lagWords(invocation.source_lag) ?? <Missing />,
    },
    some(({ usage }) => usage !== undefined) && {
      id: 'read',
      header: 'Read',
      width: 86,
      isNumber: true,
      isExtra: true,
      cell: ({ invocation: { usage } }) => (usage === undefined ? <Missing /> : bytes(usage.usage.bytes_read)),
    },
    some(({ usage }) => usage !== undefined && usage.cost.total > 0) && {
      id: 'cost',
      header: 'Cost, estimate',
      width: 112,
      isNumber: true,
      isExtra: true,
      cell: ({ invocation: { usage } }) =>
        usage === undefined ? <Missing /> : money(usage.cost.total, usage.cost.currency),
    },
    {
      id: 'rows',
      header: 'Rows written',
      width: 100,
      isNumber: true,
      cell: ({ invocation }) => (
        <span data-tip={whole(invocation.records_written)}>{compact(invocation.records_written)}</span>
      ),
    },
    {
      id: 'duration',
      header: 'Duration',
      width: 152,
      isNumber: true,
      isKept: true,
      cell: ({ invocation, share, status }) => (
        <span className="grid-duration" data-tip={`${whole(invocation.duration_ms)} ms`}>
          <span>{duration(Number(invocation.duration_ms))}</span>
          <span aria-hidden="true" className="block h-1 rounded-chip bg-sunken max-wide:hidden">
            <i
              className={`block h-1 min-w-0.5 rounded-chip ${status === 'failed' ? 'bg-bad-solid' : 'bg-idle-solid'}`}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        </span>
      ),
    },
  ]
  return columns.filter((column) => column !== false)
}

const Cut = ({ text }: { text: string }) => (
  <span className="block truncate font-mono text-meta" data-tip={visible(text)} data-tip-when="cut">
    {visible(text)}
  </span>
)

function Batches({ batches }: { batches: BatchOutcomes | undefined }) {
  if (batches === undefined || Number(batches.attempted) === 0) return <Missing why="none attempted" />
  const dead = Number(batches.dlq_all) + Number(batches.dlq_partial)
  const isWhole = batches.committed === batches.attempted
  return (
    <span
      className={Number(batches.failed) > 0 ? 'text-bad' : dead > 0 ? 'text-warn' : undefined}
      data-tip={`${whole(batches.committed)} committed\n${whole(batches.dlq_partial)} partly to dead letters\n${whole(batches.dlq_all)} wholly to dead letters\n${whole(batches.failed)} failed\nof ${whole(batches.attempted)} attempted`}
    >
      {isWhole ? compact(batches.attempted) : `${compact(batches.committed)} of ${compact(batches.attempted)}`}
    </span>
  )
}

function lagWords(lag: SourceLag | undefined): string | null {
  if (lag === undefined) return null
  const parts = [
    lag.bytes !== undefined && bytes(lag.bytes),
    lag.events !== undefined && counted(lag.events, 'event'),
    lag.seconds !== undefined && duration(lag.seconds * 1000),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ')
}
