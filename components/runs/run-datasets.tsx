'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { runDatasetsQuery, type TouchedDataset } from '@/lib/client/run-traces'
import type { Count } from '@/lib/contract/records/primitives'
import { counted, percent, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { NothingHere, PartState } from './detail/part-state'

/** What a run read and wrote, how much of it, and what it changed of their schemas. */
export function RunDatasets({ runId }: { runId: string }) {
  const query = useQuery(runDatasetsQuery(runId))
  return (
    <PartState what="datasets" query={query}>
      {({ catalog, datasets, left_out }) => {
        if (datasets.length === 0) {
          return (
            <NothingHere title="No dataset recorded">
              Engines name what a run wrote when one of its invocations ends with usage; none of this one did.
            </NothingHere>
          )
        }
        const of = (role: TouchedDataset['role']) => datasets.filter((dataset) => dataset.role === role)
        return (
          <div className="grid grid-cols-1 gap-3.5">
            <p className="text-meta text-ink-3">{WHAT_IS_KNOWN[catalog]}</p>
            {catalog === 'read' && (
              <Part title="Read" datasets={of('read')} none="Which datasets it read is not recorded, or no longer." />
            )}
            <Part title="Written" datasets={of('written')} none="It wrote none." />
            {left_out > 0 && (
              <p role="status" className="text-meta text-warn">
                The {whole(datasets.length)} with the most rows are shown; {whole(left_out)} more are left out.
              </p>
            )}
          </div>
        )
      }}
    </PartState>
  )
}

const WHAT_IS_KNOWN = {
  read: 'From the invocations of this run and from the catalog, which keeps the last 500 volumes of a dataset.',
  closed:
    'From the invocations of this run alone: what was read and how schemas changed is in the catalog, which is not open to you.',
  missing: 'From the invocations of this run alone: this store has no catalog.',
} as const

function Part({ title, datasets, none }: { title: string; datasets: readonly TouchedDataset[]; none: string }) {
  return (
    <Panel title={title} note={datasets.length > 0 ? counted(datasets.length, 'dataset') : undefined} isFlush>
      {datasets.length === 0 ? (
        <p className="p-3 text-ink-2">{none}</p>
      ) : (
        <ul>
          {datasets.map((dataset) => (
            <Dataset key={`${dataset.role} ${dataset.uri}`} dataset={dataset} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Dataset({ dataset }: { dataset: TouchedDataset }) {
  const { uri, kind, rows, usual, schema, drift, profiled, invocations } = dataset
  return (
    <li className="grid gap-1 border-b border-line px-3 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex min-w-0 items-center gap-0.5">
          <span className="font-mono text-meta wrap-anywhere">{visible(uri)}</span>
          <CopyButton text={uri} label="Copy address of the dataset" />
        </span>
        {kind !== '' && <span className="text-meta text-ink-3">{visible(kind)}</span>}
        <span className="ml-auto whitespace-nowrap tabular-nums">
          {rows === null ? <Missing why="not recorded" /> : counted(rows, 'row')}
        </span>
      </div>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-meta text-ink-3">
        {invocations > 1 && <span>by {counted(invocations, 'invocation')}</span>}
        {usual !== null && rows !== null && <Usual rows={rows} usual={usual} />}
        {profiled && drift.length === 0 && <span>profiled, nothing unusual</span>}
      </p>
      {schema.map((step) => (
        <p key={step.version} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={step.is_first ? 'neutral' : 'info'}>schema v{step.version}</Badge>
          <span className="text-ink-2 wrap-anywhere">{stepWords(step)}</span>
        </p>
      ))}
      {drift.map(({ column, metric, detail }) => (
        <p key={`${column} ${metric} ${detail}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone="warn">drift</Badge>
          <span className="wrap-anywhere">
            <span className="font-mono text-meta">{visible(column)}</span> {visible(detail)}
          </span>
        </p>
      ))}
    </li>
  )
}

/** How much a volume must differ before that is worth a colour. */
const NOTABLE = 0.5

function Usual({ rows, usual }: { rows: Count; usual: Count }) {
  const ratio = Number(usual) === 0 ? null : Number(rows) / Number(usual)
  const isOdd = ratio === null ? Number(rows) > 0 : Math.abs(ratio - 1) >= NOTABLE
  return (
    <span className={isOdd ? 'text-warn' : undefined}>
      usual {whole(usual)}
      {ratio !== null && ratio !== 1 && ` · ${ratio > 1 ? '+' : '−'}${percent(Math.abs(ratio - 1))}`}
    </span>
  )
}

function stepWords({ is_first, added, widened, changed, removed }: TouchedDataset['schema'][number]): string {
  if (is_first) return 'the first one that was seen'
  const parts = [
    ['added', added],
    ['widened', widened],
    ['changed', changed],
    ['removed', removed],
  ] as const
  const told = parts.flatMap(([word, columns]) => (columns.length === 0 ? [] : [`${word} ${columns.join(', ')}`]))
  return told.length === 0 ? 'narrower than before' : visible(told.join(' · '))
}
