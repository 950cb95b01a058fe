import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import type { Report } from '@/lib/client/overview'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { compact, percent, whole } from '@/lib/format/number'
import type { OverviewFilter } from '@/lib/url/overview'
import { runsLike, windowOf } from './addresses'
import { Change } from './change'
import { Tile } from './tile'

const totalOf = (outcomes: Report['outcomes'] | null): number | null =>
  outcomes === null ? null : outcomes.completed + outcomes.failed + outcomes.cancelled + outcomes.open
const shareOf = (outcomes: Report['outcomes'] | null): number | null =>
  outcomes === null || outcomes.completed + outcomes.failed === 0
    ? null
    : outcomes.completed / (outcomes.completed + outcomes.failed)

/** The window in numbers, each with how it went, what it was before, and the list behind it. */
export function OverviewTiles({ report, filter }: { report: Report; filter: OverviewFilter }) {
  const { outcomes, before, buckets, cost, durations, rows } = report
  const span = windowOf(filter, report)
  const list = (status: readonly string[] = []) => runsLike(filter, { ...span, status })
  const share = shareOf(outcomes)
  const isPart = report.reached !== null
  const more = report.is_count_cut ? '+' : ''
  return (
    <section
      aria-label="In numbers"
      className="grid grid-cols-2 gap-px overflow-clip rounded-panel border border-line bg-line roomy:auto-cols-fr roomy:grid-flow-col roomy:grid-cols-none"
    >
      <Tile
        name="Runs"
        value={
          <Link href={list()} look="plain">
            {whole(totalOf(outcomes) ?? 0)}
            {more}
          </Link>
        }
        change={<Change now={totalOf(outcomes) ?? 0} before={totalOf(before.outcomes)} format={whole} />}
        trend={buckets.map(({ outcomes: each }) => totalOf(each))}
        note={
          <>
            <Link href={list(['cancelled'])} look="inline">
              {whole(outcomes.cancelled)} cancelled
            </Link>
            {outcomes.open > 0 && (
              <>
                ,{' '}
                <Link href={list(['queued', 'pending', 'running', 'sharded'])} look="inline">
                  {whole(outcomes.open)} not over
                </Link>
              </>
            )}
          </>
        }
      />
      <Tile
        name="Success rate"
        value={
          share === null ? (
            <Missing why="nothing ended in this window" />
          ) : (
            <Link href={list(['completed'])} look="plain">
              {percent(share)}
            </Link>
          )
        }
        change={
          share !== null && (
            <Change now={share} before={shareOf(before.outcomes)} format={percent} better="more" isShare />
          )
        }
        trend={buckets.map(({ outcomes: each }) => shareOf(each))}
        note={`${whole(outcomes.completed)} of ${whole(outcomes.completed + outcomes.failed)} that ended`}
      />
      <Tile
        name="Failed"
        value={
          <Link href={list(['failed'])} look="plain">
            {whole(outcomes.failed)}
            {more}
          </Link>
        }
        tone={outcomes.failed > 0 ? 'bad' : 'accent'}
        change={<Change now={outcomes.failed} before={before.outcomes?.failed ?? null} format={whole} better="less" />}
        trend={buckets.map(({ outcomes: each }) => each?.failed ?? null)}
        note={
          report.error_count === 0
            ? 'no errors'
            : `${whole(report.error_count)} ${report.error_count === 1 ? 'kind' : 'kinds'} of error`
        }
      />
      <Tile
        name="Rows written"
        value={
          <Link href={list()} look="plain">
            <span data-tip={whole(rows)}>{compact(rows)}</span>
          </Link>
        }
        change={
          !isPart && (
            <Change
              now={Number(rows)}
              before={before.rows === null ? null : Number(before.rows)}
              format={(value) => compact(Math.round(value))}
            />
          )
        }
        trend={buckets.map((each) => (each.rows === null ? null : Number(each.rows)))}
        note={<Part report={report}>by all of them</Part>}
      />
      <Tile
        name="Bytes written"
        value={report.bytes === null ? <Missing why="no run of this window tells" /> : bytes(report.bytes)}
        change={
          !isPart &&
          report.bytes !== null && (
            <Change
              now={Number(report.bytes)}
              before={before.bytes === null ? null : Number(before.bytes)}
              format={(value) => bytes(Math.round(value))}
            />
          )
        }
        {...(report.bytes !== null && {
          trend: buckets.map((each) => (each.bytes === null ? null : Number(each.bytes))),
        })}
        note={<Part report={report}>as engines estimate</Part>}
      />
      <Tile
        name="Cost, estimated"
        value={cost === null ? <Missing why="no run of this window has a price" /> : money(cost.amount, cost.currency)}
        change={
          !isPart &&
          cost !== null && (
            <Change now={cost.amount} before={before.cost} format={(value) => money(value, cost.currency)} />
          )
        }
        {...(cost !== null && { trend: buckets.map((each) => each.cost) })}
        note={
          cost !== null && cost.others.length > 0 ? (
            `${whole(cost.runs)} runs; others in ${cost.others.join(', ')}`
          ) : (
            <Part report={report}>of these runs</Part>
          )
        }
      />
      <Tile
        name="Duration"
        value={
          durations === null ? <Missing why="no run was completed in this window" /> : duration(durations.median_ms)
        }
        change={
          !isPart &&
          durations !== null && (
            <Change
              now={durations.median_ms}
              before={before.durations?.median_ms ?? null}
              format={duration}
              better="less"
            />
          )
        }
        note={
          durations === null ? (
            'from submission to end'
          ) : (
            <span data-tip={`of ${whole(durations.of)} completed runs, from submission to end`}>
              the middle one; 95 of 100 within {duration(durations.p95_ms)}
            </span>
          )
        }
      />
    </section>
  )
}

/** What a sum is of, while not all of the window has been read. */
function Part({ report: { reached, known }, children }: { report: Report; children: string }) {
  return reached === null ? children : `by the newest ${whole(known)}`
}
