'use client'

import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { useZone } from '@/components/ui/zone'
import type { PipelineDetail, PipelineRun } from '@/lib/client/pipelines'
import { fromWall, instant } from '@/lib/format/instant'
import { whole } from '@/lib/format/number'
import { runsOf } from './addresses'

const DAY_MS = 86_400_000
const MOST_DAYS = 42

interface Day {
  /** `2026-11-30`, in the viewer's zone. */
  date: string
  runs: PipelineRun[]
}

/** A cell a day in the viewer's zone: did it go well, and how often did it run. Each is the list of that day. */
export function OutcomeCalendar({ pipeline }: { pipeline: PipelineDetail }) {
  const { zone } = useZone()
  const days = daysOf(pipeline, zone)
  return (
    <Panel title="Outcomes by day" note={`the last ${days.length} days it is known for`}>
      <ul className="grid grid-cols-7 gap-1 wide:grid-cols-14">
        {days.map((day) => (
          <li key={day.date}>
            <Cell day={day} name={pipeline.pipeline} zone={zone} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Cell({ day: { date, runs }, name, zone }: { day: Day; name: string; zone: string }) {
  const failed = runs.filter(({ status }) => status === 'failed').length
  const completed = runs.filter(({ status }) => status === 'completed').length
  const words =
    runs.length === 0
      ? `${date}: no runs`
      : `${date}: ${whole(completed)} completed, ${whole(failed)} failed of ${whole(runs.length)}`
  const [since, until] = [fromWall(`${date} 00:00`, zone)?.instant, fromWall(`${date} 23:59:59`, zone)?.instant]
  const box = (
    <span
      className={`grid h-11 content-center justify-items-center rounded-chip text-label ${toneOf(completed, failed, runs.length)}`}
    >
      <span className="tabular-nums">{date.slice(5)}</span>
      <span className="font-strong tabular-nums">
        {runs.length === 0 ? '—' : failed > 0 ? `${whole(failed)}/${whole(runs.length)}` : whole(runs.length)}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
  if (runs.length === 0) return <span data-tip={words}>{box}</span>
  return (
    <Link href={runsOf(name, { ...(since && { since }), ...(until && { until }) })} look="bare" tip={words}>
      {box}
    </Link>
  )
}

/** All well, all failed, or some of each: the number of failures stands in the cell too. */
function toneOf(completed: number, failed: number, count: number): string {
  if (count === 0) return 'bg-sunken text-ink-3'
  if (failed > 0)
    return completed === 0 ? 'bg-bad-weak text-bad inset-ring inset-ring-bad-solid' : 'bg-bad-weak text-bad'
  return completed > 0 ? 'bg-good-weak text-good' : 'bg-idle-weak text-ink-2'
}

function daysOf({ runs, at }: PipelineDetail, zone: string): Day[] {
  const dateOf = (text: string) => instant(text, zone)?.slice(0, 10) ?? ''
  const byDate = new Map<string, PipelineRun[]>()
  for (const run of runs) {
    const date = dateOf(run.at)
    byDate.set(date, [...(byDate.get(date) ?? []), run])
  }
  const oldest = dateOf(runs.at(-1)?.at ?? at)
  const days: Day[] = []
  // From noon to noon: no change of the clocks skips or repeats a day.
  const noon = Date.parse(`${dateOf(at)}T12:00:00Z`)
  for (let back = 0; back < MOST_DAYS; back++) {
    const date = new Date(noon - back * DAY_MS).toISOString().slice(0, 10)
    days.push({ date, runs: byDate.get(date) ?? [] })
    if (date <= oldest) break
  }
  return days.reverse()
}
