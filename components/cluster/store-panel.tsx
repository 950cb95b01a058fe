'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { ErrorState } from '@/components/ui/error-state'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { type StoreReport, storeQuery } from '@/lib/client/cluster'
import { stampWords, TABLE_PURPOSES } from '@/lib/derive/store-tables'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

const KINDS = { memory: 'memory of this process', sqlite: 'SQLite', postgres: 'Postgres' } as const

/** The database under everything: what it is, who made it, what may be done, what it lacks. */
export function StorePanel() {
  const { data, error, refetch } = useQuery(storeQuery())
  return (
    <Panel title="Store">
      {data !== undefined ? (
        <StoreFacts store={data} />
      ) : error === null ? (
        <SkeletonLines lines={5} label="Loading the store" />
      ) : (
        <ErrorState title="The store could not be described" {...errorFacts(error)} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

/** Counted one status after another, each up to a bound. */
function runWords(runs: StoreReport['runs']): string {
  if (runs === null) return 'could not be counted'
  const some = runs.filter(({ count }) => count > 0)
  if (some.length === 0) return 'none'
  const total = some.reduce((sum, { count }) => sum + count, 0)
  const isCut = some.some(({ capped }) => capped)
  const parts = some.map(({ status, count, capped }) => `${whole(count)}${capped ? '+' : ''} ${visible(status)}`)
  return `${whole(total)}${isCut ? ' or more' : ''}: ${parts.join(', ')}`
}

function StoreFacts({ store }: { store: StoreReport }) {
  const { kind, where, stamp, read_only, degraded_since, tables, missing } = store
  const others = tables.filter((table) => !Object.hasOwn(TABLE_PURPOSES, table))
  return (
    <div className="grid gap-3">
      <KeyValues
        facts={[
          { name: 'Kind', value: KINDS[kind] },
          where !== '' && {
            name: 'Where',
            value: (
              <span className="inline-flex max-w-full items-center gap-1.5">
                <code className="min-w-0">{visible(where)}</code>
                <CopyButton text={where} label="Copy where the store is" />
              </span>
            ),
          },
          {
            name: 'Answers',
            value:
              degraded_since === null ? (
                'yes'
              ) : (
                <span className="text-bad">
                  not since <Time at={degraded_since} />; memory answers in its place
                </span>
              ),
          },
          {
            name: 'Written to',
            value: read_only === null ? 'yes' : <span className="text-warn">no: {read_only}</span>,
          },
          { name: 'Runs', value: runWords(store.runs) },
          store.newest_run_at !== null && { name: 'Newest run', value: <Time at={store.newest_run_at} /> },
          kind !== 'memory' && { name: 'Schema stamp', value: stampWords(stamp) },
          kind !== 'memory' && {
            name: 'Tables',
            value:
              missing.length === 0
                ? `all ${Object.keys(TABLE_PURPOSES).length} of an engine of 1.13${others.length > 0 ? `, and ${counted(others.length, 'later one')}` : ''}`
                : `${counted(missing.length, 'table')} of an engine of 1.13 missing: what they would hold is not available`,
          },
        ]}
      />
      {missing.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Missing tables">
          {missing.map((table) => (
            <li key={table} data-tip={TABLE_PURPOSES[table]}>
              <Badge tone="warn">
                <code>{table}</code>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details className="text-meta text-ink-2">
          <summary>Tables that later engines added</summary>
          <p className="pt-1 font-mono wrap-anywhere">{others.join('  ')}</p>
        </details>
      )}
    </div>
  )
}
