'use client'

import { useQuery } from '@tanstack/react-query'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { runDatasetsQuery, type TouchedDataset } from '@/lib/client/run-traces'
import { changeOf } from '@/lib/derive/run-compare'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** What both read and wrote, and the schemas that each of them made. */
export function CompareDatasets({ a, b }: { a: string; b: string }) {
  const [before, after] = [useQuery(runDatasetsQuery(a)).data, useQuery(runDatasetsQuery(b)).data]
  if (before === undefined || after === undefined) return null
  const nameOf = ({ role, uri }: TouchedDataset) => `${role} ${uri}`
  const names = [...new Set([...before.datasets, ...after.datasets].map(nameOf))]
  if (names.length === 0) return null
  const find = (datasets: readonly TouchedDataset[], name: string) => datasets.find((one) => nameOf(one) === name)
  return (
    <Panel title="Datasets" note={counted(names.length, 'dataset')} isFlush>
      <ul>
        {names.map((name) => (
          <Pair key={name} a={find(before.datasets, name)} b={find(after.datasets, name)} />
        ))}
      </ul>
    </Panel>
  )
}

function Pair({ a, b }: { a: TouchedDataset | undefined; b: TouchedDataset | undefined }) {
  const either = b ?? a
  if (either === undefined) return null
  const change = changeOf(a?.rows ?? null, b?.rows ?? null)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0">
      <span className="text-meta text-ink-3">{either.role}</span>
      <span className="min-w-0 font-mono text-meta wrap-anywhere">{visible(either.uri)}</span>
      <span className="ml-auto whitespace-nowrap tabular-nums">
        <Rows of={a} /> <span className="text-ink-3">→</span> <Rows of={b} />
        {change?.percent != null && (
          <span className={`ml-1.5 text-meta ${change.isNotable ? 'font-strong text-warn' : 'text-ink-3'}`}>
            {change.percent}
          </span>
        )}
      </span>
      {[a, b].map((one, at) =>
        one === undefined || one.schema.length === 0 ? null : (
          <span key={at === 0 ? 'before' : 'after'} className="w-full text-meta text-ink-2">
            schema v{one.schema.map(({ version }) => version).join(', v')} came with the run{' '}
            {at === 0 ? 'before' : 'after'}
          </span>
        ),
      )}
    </li>
  )
}

function Rows({ of: dataset }: { of: TouchedDataset | undefined }) {
  if (dataset === undefined) return <Missing why="that run did not touch it" />
  return dataset.rows === null ? <Missing why="not recorded" /> : counted(dataset.rows, 'row')
}
