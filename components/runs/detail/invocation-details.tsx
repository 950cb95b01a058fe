'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Fault } from '@/components/ui/fault'
import { Icon } from '@/components/ui/icon'
import { type Fact, KeyValues } from '@/components/ui/key-values'
import { Link } from '@/components/ui/link'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import { type Invocation, invocationQuery } from '@/lib/client/run-parts'
import { beganAt } from '@/lib/derive/invocation-list'
import { rowParts } from '@/lib/derive/row-accounting'
import { invocationLook } from '@/lib/derive/run-look'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { counted, perSecond, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRunTab } from '@/lib/url/paths'
import { searchText } from '@/lib/url/search'
import { AccountingBar } from './accounting-bar'
import { lagWords } from './lag-words'
import { UsedPanel } from './used-panel'

interface InvocationDetailsProps {
  runId: string
  chosen: { row: string; parent: string | null }
  /** The list without anything chosen. */
  closeAddress: string
}

/** One invocation, whole, beside the others. */
export function InvocationDetails({ runId, chosen, closeAddress }: InvocationDetailsProps) {
  const { data, error, refetch } = useQuery(invocationQuery(runId, chosen.row, chosen.parent))
  const heading = useRef<HTMLHeadingElement>(null)
  useShortcuts('Invocation', [{ key: 'Escape', does: 'close the invocation', act: () => pushAddress(closeAddress) }])
  // Whoever opened one goes on reading there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened
  useEffect(() => heading.current?.focus({ preventScroll: true }), [chosen.row, chosen.parent])
  return (
    <section
      aria-label={`Invocation ${visible(chosen.row)}`}
      className="min-w-0 overflow-auto rounded-panel border border-line bg-surface wide:sticky wide:top-13 wide:max-h-beside"
    >
      <div className="flex items-start gap-2 border-b border-line px-3 py-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 grow font-mono font-title wrap-anywhere outline-none">
          {visible(chosen.row)}
          {chosen.parent !== null && <span className="text-ink-3"> · {visible(chosen.parent)}</span>}
        </h2>
        <ShallowLink href={closeAddress} label="Close the invocation">
          <span className="inline-flex size-7 items-center justify-center rounded-control text-ink-2 hover:bg-hover">
            <Icon name="close" />
          </span>
        </ShallowLink>
      </div>
      {data !== undefined ? (
        <Whole runId={runId} data={data} />
      ) : error === null ? (
        <div className="p-3">
          <SkeletonLines lines={8} label="Loading the invocation" />
        </div>
      ) : isApiError(error) && error.status === 404 ? (
        <EmptyState
          title="No such invocation"
          hint="This run has none of that row, or the address names another run."
        />
      ) : (
        <ErrorState title="It could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Whole({ runId, data }: { runId: string; data: Invocation }) {
  const { row, error, used, of_row: ofRow } = data
  const began = beganAt(row)
  const ms = Number(row.duration_ms)
  const rate = perSecond(row.records_written, ms)
  const facts: (Fact | false)[] = [
    { name: 'Status', value: <Status word={row.status} look={invocationLook(row.status)} /> },
    {
      name: 'Rows written',
      value: (
        <>
          {whole(row.records_written)}
          {rate !== null && rate !== '0' && <span className="text-ink-3"> {rate}/s</span>}
        </>
      ),
    },
    { name: 'Took', value: <span data-tip={`${whole(row.duration_ms)} ms`}>{duration(ms)}</span> },
    began !== null && { name: 'Began', value: <Time at={new Date(began).toISOString()} precision="milli" /> },
    row.ended_at !== undefined && { name: 'Ended', value: <Time at={row.ended_at} precision="milli" /> },
    row.lag !== undefined && { name: 'Source behind', value: lagWords(row.lag) ?? 'not told' },
    row.batches !== undefined && {
      name: 'Batches',
      value:
        row.batches.attempted === 0
          ? 'none attempted'
          : [
              [row.batches.committed, 'committed'],
              [row.batches.dlq_partial, 'partly to dead letters'],
              [row.batches.dlq_all, 'wholly to dead letters'],
              [row.batches.failed, 'failed'],
            ]
              .filter(([count]) => Number(count) > 0)
              .map(([count, word]) => `${whole(count as number)} ${word}`)
              .join(' · '),
    },
    row.usage !== undefined && { name: 'Connectors', value: visible(row.usage.connectors) },
    row.usage?.dataset_uri !== undefined && {
      name: 'Wrote to',
      value: (
        <span className="inline-flex max-w-full items-center gap-0.5">
          <span className="font-mono text-meta wrap-anywhere">{visible(row.usage.dataset_uri)}</span>
          <CopyButton text={row.usage.dataset_uri} label="Copy dataset address" />
        </span>
      ),
    },
    row.run_id !== undefined && {
      name: 'Its own id',
      value: (
        <span className="inline-flex max-w-full items-center gap-0.5">
          <span className="font-mono text-meta wrap-anywhere">{visible(row.run_id)}</span>
          <CopyButton text={row.run_id} label="Copy invocation id" />
        </span>
      ),
    },
  ]
  return (
    <div className="grid gap-3 p-3">
      {error !== null &&
        (row.status === 'failed' ? (
          <Fault text={error} />
        ) : (
          <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">{visible(error)}</p>
        ))}
      <KeyValues facts={facts} />
      {row.rows !== undefined && (
        <div className="grid gap-1">
          <AccountingBar rows={row.rows} />
          <p className="text-meta text-ink-2">
            {[
              `${whole(row.rows.offered)} offered`,
              ...rowParts(row.rows).map(({ name, count }) => `${whole(count)} ${name}`),
            ].join(' · ')}
          </p>
        </div>
      )}
      {used === null ? (
        <p className="text-meta text-ink-3">
          What it used is not recorded{row.status === 'skipped' ? ': it never ran.' : ' by this engine version.'}
        </p>
      ) : (
        <UsedPanel used={used} read={`${counted(used.records_read, 'row')}, ${bytes(used.bytes_read)}`} />
      )}
      <p className="flex flex-wrap gap-x-4 text-meta">
        <Link href={`${pathToRunTab(runId, 'logs')}?${searchText([['q', row.row_id]])}`}>Its lines in the log</Link>
        {ofRow > 1 && (
          <ShallowLink href={`${pathToRunTab(runId, 'invocations')}?${searchText([['q', row.row_id]])}`}>
            <span className="text-accent">All {whole(ofRow)} of this row</span>
          </ShallowLink>
        )}
      </p>
    </div>
  )
}
