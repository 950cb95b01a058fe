'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '@/components/ui/copy-button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Age, Time } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { type PipelineParts, type PipelineRow, pipelinePartsQuery } from '@/lib/client/pipelines'
import { duration } from '@/lib/format/duration'
import { compact, counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToInvocation, pathToRunTab } from '@/lib/url/paths'

/** What takes longer to read than the runs themselves: rows, configs and datasets. One failing leaves the page whole. */
export function PartsPanels({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(pipelinePartsQuery(name))
  if (data === undefined) {
    return (
      <Panel title="Rows, configs and datasets" isFlush>
        {error === null ? (
          <SkeletonRows rows={4} label="Loading rows, configs and datasets" />
        ) : (
          <ErrorState title="These could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
        )}
      </Panel>
    )
  }
  return (
    <>
      <RowsPanel parts={data} />
      <ConfigsPanel parts={data} />
      <DatasetsPanel parts={data} />
    </>
  )
}

function RowsPanel({ parts: { rows, row_count, looked } }: { parts: PipelineParts }) {
  return (
    <Panel
      title="By row"
      note={`${rows.length < row_count ? `${whole(rows.length)} of ${counted(row_count, 'row')}` : counted(row_count, 'row')}, of its newest ${counted(looked, 'run')}`}
      isFlush
    >
      {rows.length === 0 ? (
        <EmptyState title="None of these runs recorded an invocation" />
      ) : (
        <DataTable label="Rows of the pipeline" columns={ROW_COLUMNS} rows={rows} rowKey={({ row }) => row} />
      )}
    </Panel>
  )
}

const ROW_COLUMNS: readonly Column<PipelineRow>[] = [
  {
    id: 'row',
    header: 'Row',
    isKept: true,
    cell: ({ row, last }) => (
      <span className="block truncate font-mono" data-tip={visible(row)} data-tip-when="cut">
        <Link href={pathToInvocation(last.run_id, row, null)} look="row">
          {visible(row)}
        </Link>
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last',
    width: 92,
    isKept: true,
    cell: ({ last: { status, error } }) => (
      <span className={status === 'failed' ? 'font-strong text-bad' : 'text-ink-2'} data-tip={error ?? undefined}>
        {visible(status)}
      </span>
    ),
  },
  {
    id: 'failed',
    header: 'Failed',
    width: 84,
    isNumber: true,
    isKept: true,
    cell: ({ failed, invocations }) => (
      <span className={failed > 0 ? 'text-bad' : 'text-ink-3'}>
        {whole(failed)}/{whole(invocations)}
      </span>
    ),
  },
  {
    id: 'usual',
    header: 'Usual',
    width: 84,
    isNumber: true,
    cell: ({ median_ms }) => (median_ms === null ? <Missing why="none of them succeeded" /> : duration(median_ms)),
  },
  { id: 'rows', header: 'Rows', width: 76, isNumber: true, cell: ({ rows }) => compact(rows) },
]

function ConfigsPanel({ parts: { eras, era_count } }: { parts: PipelineParts }) {
  if (eras.length === 0) return null
  return (
    <Panel
      title="Configs"
      note={era_count === 1 ? 'the same for all of these runs' : `${counted(era_count - 1, 'change')}, newest first`}
      isFlush
    >
      <ol>
        {eras.map(({ mark, runs, first_at, last_at, last_run_id }) => (
          <li
            key={`${mark} ${last_at}`}
            className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-2 last:border-b-0"
          >
            <Link href={pathToRunTab(last_run_id, 'config')}>
              <span className="font-mono">{mark}</span>
            </Link>
            <span className="text-meta text-ink-3">
              {counted(runs, 'run')}, from <Time at={first_at} precision="minute" /> to{' '}
              <Time at={last_at} precision="minute" />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function DatasetsPanel({ parts: { datasets } }: { parts: PipelineParts }) {
  if (datasets === null || datasets.length === 0) return null
  return (
    <Panel title="Datasets" note="that it read or wrote last" isFlush>
      <ul>
        {datasets.map(({ id, uri, kind, roles, last_success, owners }) => (
          <li key={id} className="grid gap-0.5 border-b border-line px-3 py-2 last:border-b-0">
            <span className="flex items-center gap-1">
              <span className="min-w-0 font-mono text-meta wrap-anywhere">{visible(uri)}</span>
              <CopyButton text={uri} label="Copy the address of the dataset" />
            </span>
            <span className="text-meta text-ink-3">
              {[
                kind,
                roles.map((role) => (role === 'sink' ? 'written' : role === 'source' ? 'read' : role)).join(' and '),
                ...(owners.length === 0 ? [] : [`of ${owners.join(', ')}`]),
              ].join(' · ')}{' '}
              · last success <Age at={last_success} isSentence />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
