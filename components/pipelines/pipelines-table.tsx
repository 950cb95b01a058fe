'use client'

import { useNow } from '@/components/ui/clock'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Status } from '@/components/ui/status'
import { Age } from '@/components/ui/time'
import type { Pipeline } from '@/lib/client/pipelines'
import { duration } from '@/lib/format/duration'
import { percent, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToPipeline } from '@/lib/url/paths'
import { OUTCOME_TONES, STATE_LOOKS } from './state-look'

interface PipelinesTableProps {
  rows: readonly Pipeline[]
  range: string
  isStale: boolean
}

export function PipelinesTable({ rows, isStale }: PipelinesTableProps) {
  const now = useNow(15_000)
  return (
    <DataTable label="Pipelines" columns={columnsAt(now)} rows={rows} rowKey={({ name }) => name} isStale={isStale} />
  )
}

const columnsAt = (now: number): readonly Column<Pipeline>[] => [
  {
    id: 'state',
    header: 'State',
    width: 96,
    isKept: true,
    cell: ({ state }) => <Status word={state} look={STATE_LOOKS[state]} />,
  },
  {
    id: 'name',
    header: 'Pipeline',
    isKept: true,
    cell: ({ name }) => (
      <span className="block truncate font-strong" data-tip={visible(name)} data-tip-when="cut">
        <Link href={pathToPipeline(name)} look="row">
          {visible(name)}
        </Link>
      </span>
    ),
  },
  {
    id: 'recent',
    header: 'Last runs, newest right',
    width: 190,
    cell: ({ recent }) => <RecentMarks recent={recent} />,
  },
  {
    id: 'runs',
    header: 'Runs',
    width: 66,
    isNumber: true,
    cell: ({ completed, failed, cancelled, open }) => whole(completed + failed + cancelled + open),
  },
  {
    id: 'failed',
    header: 'Failed',
    width: 66,
    isNumber: true,
    cell: ({ failed }) => <span className={failed > 0 ? 'text-bad' : 'text-ink-3'}>{whole(failed)}</span>,
  },
  {
    id: 'success',
    header: 'Completed',
    width: 84,
    isNumber: true,
    cell: ({ completed, failed }) =>
      completed + failed === 0 ? <Missing why="nothing ended" /> : percent(completed / (completed + failed)),
  },
  {
    id: 'duration',
    header: 'Usual · 95 %',
    width: 172,
    isNumber: true,
    cell: ({ median_ms, p95_ms, measured }) =>
      median_ms === null ? (
        <Missing why="no completed run to measure" />
      ) : (
        <span data-tip={`of ${measured} completed, from submission to end`}>
          {duration(median_ms)} <span className="text-ink-3">· {duration(p95_ms ?? median_ms)}</span>
        </span>
      ),
  },
  {
    id: 'every',
    header: 'Every',
    width: 84,
    isNumber: true,
    isExtra: true,
    cell: ({ gap_ms }) => (gap_ms === null ? <Missing why="no regular rhythm" /> : duration(gap_ms)),
  },
  {
    id: 'next',
    header: 'Next',
    width: 96,
    isNumber: true,
    isExtra: true,
    cell: ({ gap_ms, recent: [newest] }) => {
      if (gap_ms === null || newest === undefined) return <Missing why="no regular rhythm" />
      const inMs = Date.parse(newest.submitted_at) + gap_ms - now
      return inMs >= 0 ? `in ${duration(inMs)}` : <span className="text-ink-2">{duration(-inMs)} over</span>
    },
  },
  {
    id: 'good',
    header: 'Last good',
    width: 84,
    isNumber: true,
    isKept: true,
    cell: ({ last_good }) =>
      last_good === null ? (
        <Missing why="none completed in what was looked at" />
      ) : (
        <span className="text-ink-2">
          <Age at={last_good.at} />
        </span>
      ),
  },
]

function RecentMarks({ recent }: { recent: Pipeline['recent'] }) {
  const words = [...new Set(recent.map(({ status }) => status))]
    .map((status) => `${recent.filter((run) => run.status === status).length} ${status}`)
    .join(', ')
  return (
    <span className="flex h-4 items-center gap-0.5" data-tip={words}>
      <span className="sr-only">{words}</span>
      {recent.toReversed().map(({ run_id, status }) => (
        <i
          key={run_id}
          aria-hidden="true"
          className={`block w-1.5 rounded-chip ${status === 'failed' ? 'h-4' : 'h-2.5'} ${OUTCOME_TONES[status] ?? 'bg-idle-solid'}`}
        />
      ))}
    </span>
  )
}
