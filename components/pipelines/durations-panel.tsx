'use client'

import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useNow } from '@/components/ui/clock'
import { type Column, DataTable } from '@/components/ui/data-table'
import { DurationTrack } from '@/components/ui/duration-track'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Age, Time } from '@/components/ui/time'
import { useZone } from '@/components/ui/zone'
import type { PipelineRun, Usual } from '@/lib/client/pipelines'
import { isSlow } from '@/lib/derive/pipeline-health'
import { runLook } from '@/lib/derive/run-look'
import { isLive } from '@/lib/derive/run-status'
import { duration, ticking } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { compact } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import { OUTCOME_FILLS } from './state-look'

const BARS = 60
/** The list of its runs is a click away. */
const LISTED = 20

/** The library that draws it is loaded only here, and only by browsers. */
const DurationChart = dynamic(() => import('@/components/charts/duration-chart').then((chart) => chart.DurationChart), {
  ssr: false,
  loading: () => <div style={{ height: 148 }} />,
})

/** How long its runs took, against what is usual; the newest of them stand below as a table. */
export function DurationsPanel({ runs, usual }: { runs: readonly PipelineRun[]; usual: Usual | null }) {
  const now = useNow(1000)
  return (
    <Panel
      title="Duration"
      note={
        usual === null
          ? 'from submission to end'
          : `from submission to end; the line is the usual ${duration(usual.ms)}, most took ${duration(usual.low_ms)} to ${duration(usual.high_ms)}`
      }
      isFlush
    >
      <Bars runs={runs} usual={usual} now={now} />
      <DataTable
        label="Newest runs"
        columns={columnsAt(now, usual?.ms ?? null)}
        rows={runs.slice(0, LISTED)}
        rowKey={({ run_id }) => run_id}
      />
    </Panel>
  )
}

const msOf = (run: PipelineRun, now: number): number | null =>
  run.ms ?? (isLive(run.status) ? Math.max(0, now - Date.parse(run.at)) : null)

function Bars({ runs, usual, now }: { runs: readonly PipelineRun[]; usual: Usual | null; now: number }) {
  const { zone } = useZone()
  const router = useRouter()
  const bars = runs
    .slice(0, BARS)
    .reverse()
    .map((run) => ({
      key: run.run_id,
      ms: msOf(run, now),
      label: instant(run.at, zone) ?? run.at,
      status: run.status,
      fill:
        run.status === 'completed' && usual !== null && isSlow(run.ms ?? 0, usual.ms)
          ? 'var(--warn-solid)'
          : (OUTCOME_FILLS[run.status] ?? 'var(--idle-solid)'),
    }))
  return (
    <div className="grid gap-1 border-b border-line px-3 pt-2 pb-2">
      <DurationChart
        label={`Durations of the newest ${bars.length} runs`}
        bars={bars}
        usual={usual?.ms ?? null}
        onOpen={(run) => router.push(routeOf(pathToRun(run)))}
      />
      <p className="text-label text-ink-3">oldest left, newest right; a bar a run, the newest {bars.length}</p>
    </div>
  )
}

/** Addresses are built from routes that exist; the type of routes cannot see that. */
const routeOf = (href: string): Route => href as Route

const columnsAt = (now: number, usual: number | null): readonly Column<PipelineRun>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 112,
    isKept: true,
    cell: ({ status }) => <Status word={visible(status)} look={runLook(status)} />,
  },
  {
    id: 'submitted',
    header: 'Submitted',
    isKept: true,
    cell: ({ run_id, at }) => (
      <Link href={pathToRun(run_id)} look="row">
        <span className="wide:hidden">
          <Age at={at} isSentence />
        </span>
        <span className="max-wide:hidden">
          <Time at={at} precision="minute" />
        </span>
      </Link>
    ),
  },
  {
    id: 'rows',
    header: 'Rows',
    width: 80,
    isNumber: true,
    cell: ({ rows }) => (rows === null ? <Missing why="cannot be read" /> : compact(rows)),
  },
  {
    id: 'duration',
    header: 'Duration · usual',
    width: 150,
    isNumber: true,
    isKept: true,
    cell: (run) => {
      const ms = msOf(run, now)
      const live = run.ms === null && isLive(run.status)
      return (
        <span className={`grid-duration ${live ? 'text-info' : ''}`}>
          {ms === null ? <Missing why="no end is recorded" /> : live ? ticking(ms) : duration(ms)}
          {!live && usual !== null && ms !== null && isSlow(ms, usual) && <span className="sr-only">slow</span>}
          <DurationTrack ms={ms} usual={usual} isLive={live} />
        </span>
      )
    },
  },
]
