import { Figure, Figures } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Age } from '@/components/ui/time'
import type { Overview } from '@/lib/client/overview'
import { duration } from '@/lib/format/duration'
import { percent, whole } from '@/lib/format/number'
import { pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** The window in five numbers, each with the list behind it. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { totals, range, durations, going } = overview
  const runs = totals.completed + totals.failed + totals.cancelled + totals.open
  const ended = totals.completed + totals.failed
  const more = going.is_cut ? '+' : ''
  return (
    <Figures label="In numbers">
      <Figure
        name="Runs"
        value={<Link href={runsLike({ since: range })}>{whole(runs)}</Link>}
        note={
          <>
            <Link href={runsLike({ since: range, status: ['completed'] })} look="inline">
              {whole(totals.completed)} completed
            </Link>
            ,{' '}
            <Link href={runsLike({ since: range, status: ['cancelled'] })} look="inline">
              {whole(totals.cancelled)} cancelled
            </Link>
          </>
        }
      />
      <Figure
        name="Failed"
        tone={totals.failed > 0 ? 'bad' : undefined}
        value={
          <Link href={runsLike({ since: range, status: ['failed'] })} look={totals.failed > 0 ? 'plain' : 'text'}>
            {whole(totals.failed)}
          </Link>
        }
        note={ended === 0 ? 'nothing ended yet' : `${percent(totals.completed / ended)} of what ended was completed`}
      />
      <Figure
        name="Running now"
        value={
          <Link href={runsLike({ status: ['running', 'sharded'] })}>
            {whole(going.running)}
            {more}
          </Link>
        }
        note={overview.slow_count > 0 ? `${whole(overview.slow_count)} longer than usual` : 'whatever the window'}
      />
      <Figure
        name="Waiting now"
        value={
          <Link href={runsLike({ status: ['queued', 'pending'] })}>
            {whole(going.waiting)}
            {more}
          </Link>
        }
        note={
          going.oldest_waiting === null ? (
            'nothing waits'
          ) : (
            <>
              the oldest for{' '}
              <Link href={pathToRun(going.oldest_waiting.run_id)} look="inline">
                <Age at={going.oldest_waiting.submitted_at} />
              </Link>
            </>
          )
        }
      />
      <Figure
        name="Usual duration"
        value={
          durations === null ? <Missing why="no run was completed in this window" /> : duration(durations.median_ms)
        }
        note={
          durations === null
            ? 'from submission to end'
            : `middle of ${whole(durations.of)} completed; 95 of 100 within ${duration(durations.p95_ms)}`
        }
      />
    </Figures>
  )
}
