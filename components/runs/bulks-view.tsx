'use client'

import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Status, type StatusLook } from '@/components/ui/status'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { type BulkRow, bulkListQuery } from '@/lib/client/bulk'
import { BULK_WORDS } from '@/lib/derive/bulk-words'
import { visible } from '@/lib/format/text'
import { pathToBulk } from '@/lib/url/bulk'
import { useListAddress } from './list-address'

/** Receipts of actions on many runs, newest first. */
export function BulksView() {
  const list = useListAddress()
  const { data, error, refetch } = useQuery(bulkListQuery())
  return (
    <>
      <PageHeader crumbs={[{ label: 'Runs', href: list }]} title="Actions on many runs" />
      <div className="grid grid-cols-1 content-start gap-3.5 p-4">
        <Panel title="Receipts" note={<ZoneNote />} isFlush>
          {data !== undefined ? (
            data.bulks.length > 0 ? (
              <DataTable label="Actions on many runs" columns={COLUMNS} rows={data.bulks} rowKey={({ id }) => id} />
            ) : (
              <EmptyState
                title="No receipts"
                hint="What is done to many runs at once, from the list of runs, leaves one here for 30 days."
              />
            )
          ) : error === null ? (
            <SkeletonRows rows={6} label="Loading receipts" />
          ) : (
            <ErrorState title="The receipts could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
          )}
        </Panel>
      </div>
    </>
  )
}

function stateOf({ state, is_held }: BulkRow): { word: string; look: StatusLook } {
  if (state === 'done') return { word: 'ended', look: look('disc', 'good') }
  if (state === 'stopped') return { word: 'stopped', look: look('dash', 'neutral') }
  return is_held
    ? { word: 'going on', look: look('arc', 'info', true) }
    : { word: 'waiting', look: look('ring', 'warn') }
}
const look = (shape: StatusLook['shape'], tone: StatusLook['tone'], isMoving = false): StatusLook => ({
  ...{ shape, tone, isMoving, isLoud: tone === 'info' || tone === 'warn' },
})

const COLUMNS: readonly Column<BulkRow>[] = [
  {
    id: 'state',
    header: 'State',
    width: 104,
    isKept: true,
    cell: (row) => {
      const { word, look: shown } = stateOf(row)
      return <Status word={word} look={shown} />
    },
  },
  {
    id: 'what',
    header: 'Action',
    isKept: true,
    cell: ({ id, kind, asked }) => (
      <span className="block truncate">
        <Link href={pathToBulk(id)} look="row">
          <span className="font-strong">{BULK_WORDS[kind].verb}</span>{' '}
        </Link>
        <span className="text-ink-2">
          {asked.search === null ? 'chosen runs' : asked.search === '' ? 'every run' : visible(asked.search)}
        </span>
      </span>
    ),
  },
  {
    id: 'by',
    header: 'By',
    width: 180,
    cell: ({ principal }) => <span className="text-ink-2">{visible(principal)}</span>,
  },
  {
    id: 'begun',
    header: 'Begun',
    width: 158,
    isNumber: true,
    cell: ({ created_at }) => (
      <span className="text-ink-2">
        <Time at={created_at} />
      </span>
    ),
  },
  {
    id: 'age',
    header: 'Age',
    width: 74,
    isNumber: true,
    isKept: true,
    cell: ({ created_at }) => (
      <span className="text-ink-3">
        <Age at={created_at} />
      </span>
    ),
  },
]
