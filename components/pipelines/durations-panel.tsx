'use client'

import { BarLink } from '@/components/charts/bar-link'
import { useNow } from '@/components/ui/clock'
import { type Column, DataTable } from '@/components/ui/data-table'
import { DurationTrack } from '@/components/ui/duration-track'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useZone } from '@/components/ui/zone'
import type { PipelineRun } from '@/lib/client/pipelines'
import { totalMsOf } from '@/lib/derive/health'
import { runLook } from '@/lib/derive/run-look'
import { isLive } from '@/lib/derive/run-status'
import { duration, ticking } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { compact } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import { OUTCOME_TONES } from './state-look'

const BARS = 60
const PLOT_PX = 120

/** How long its runs took, against what is usual; the newest of them stand below as a table. */
export function DurationsPanel({ runs, usual }: { runs: readonly PipelineRun[]; usual: number | null }) {
  const now = useNow(1000)
  return (
    <Panel
      title="Duration"
      note={
        usual === null ? 'from submission to end' : `from submission to end; the line is the usual ${duration(usual)}`
      }
      isFlush
    >
      <Bars runs={runs} usual={usual} now={now} />
      <DataTable
        label="Newest runs"
        columns={columnsAt(now, usual)}
        rows={runs.slice(0, BARS)}
        rowKey={({ run_id }) => run_id}
      />
    </Panel>
  )
}

const msOf = (run: PipelineRun, now: number): number | null =>
  totalMsOf(run) ?? (isLive(run.status) ? Math.max(0, now - Date.parse(run.submitted_at)) : null)

function Bars({ runs, usual, now }: { runs: readonly PipelineRun[]; usual: number | null; now: number }) {
  const { zone } = useZone()
  const shown = runs.slice(0, BARS).reverse()
  const longest = Math.max(...shown.map((run) => msOf(run, now) ?? 0), usual ?? 0, 1)
  return (
    <div className="grid gap-1 border-b border-line px-3 pt-3 pb-2">
      <p aria-hidden="true" className="text-label text-ink-3 tabular-nums">
        {duration(longest)}
      </p>
      <div className="relative flex h-30 items-end gap-0.5 border-b border-line">
        {usual !== null && (
          <i
            aria-hidden="true"
            className="absolute inset-x-0 block border-t border-dashed border-ink-3"
            style={{ bottom: (usual / longest) * PLOT_PX }}
          />
        )}
        {shown.map((run) => {
          const ms = msOf(run, now)
          const words = `${run.status} · ${ms === null ? 'no end is recorded' : duration(ms)}\n${instant(run.submitted_at, zone)}`
          return (
            <span key={run.run_id} className="flex h-full max-w-6 min-w-0 flex-1">
              <BarLink href={pathToRun(run.run_id)} tip={words}>
                <span
                  className={`block rounded-chip ${OUTCOME_TONES[run.status] ?? 'bg-idle-solid'}`}
                  style={{ height: Math.max(2, ((ms ?? 0) / longest) * PLOT_PX) }}
                />
              </BarLink>
            </span>
          )
        })}
      </div>
      <p className="text-label text-ink-3">oldest left, newest right; a bar a run, the newest {shown.length}</p>
    </div>
  )
}

const columnsAt = (now: number, usual: number | null): readonly Column<PipelineRun>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 96,
    isKept: true,
    cell: ({ status }) => <Status word={visible(status)} look={runLook(status)} />,
  },
  {
    id: 'submitted',
    header: 'Submitted',
    isKept: true,
    cell: ({ run_id, submitted_at }) => (
      <Link href={pathToRun(run_id)} look="row">
        <Time at={submitted_at} precision="minute" />
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
      const live = totalMsOf(run) === null
      return (
        <span className={`grid-duration ${live ? 'text-info' : ''}`}>
          {ms === null ? <Missing why="no end is recorded" /> : live ? ticking(ms) : duration(ms)}
          <DurationTrack ms={ms} usual={usual} isLive={live} />
        </span>
      )
    },
  },
]
