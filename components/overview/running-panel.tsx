'use client'

import { useNow } from '@/components/ui/clock'
import { DurationTrack } from '@/components/ui/duration-track'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatusMark } from '@/components/ui/status'
import { Age } from '@/components/ui/time'
import type { GoingOn, Running } from '@/lib/client/overview'
import { runLook } from '@/lib/derive/run-look'
import { duration, ticking } from '@/lib/format/duration'
import { compact, counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import type { OverviewFilter } from '@/lib/url/overview'
import { pathToCluster, pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** What is at work and what waits just now, against what its pipeline usually takes. */
export function RunningPanel({ now, filter }: { now: GoingOn; filter: OverviewFilter }) {
  const nowMs = useNow(1000)
  const { shown, running, sharded, is_capped } = now
  const active = running + sharded
  const more = is_capped ? '+' : ''
  return (
    <Panel
      title="Running now"
      note={
        active === 0
          ? undefined
          : shown.length < active
            ? `the newest ${shown.length} of ${whole(active)}${more}`
            : whole(active)
      }
      actions={<Link href={runsLike(filter, { status: ['running', 'sharded'] })}>All running</Link>}
      isFlush
    >
      {shown.length === 0 ? (
        <p className="px-3 py-3 text-ink-3">Nothing runs just now.</p>
      ) : (
        <ul>
          {shown.map((run) => (
            <RunningItem key={run.run_id} run={run} nowMs={nowMs} />
          ))}
        </ul>
      )}
      <WaitingLine now={now} filter={filter} />
    </Panel>
  )
}

function RunningItem({ run, nowMs }: { run: Running; nowMs: number }) {
  const { run_id, name, pipeline, status, at, rows, pool, usual_ms, usual_of } = run
  const ms = Math.max(0, nowMs - Date.parse(at))
  const title = name ?? (pipeline || run_id)
  return (
    <li className="relative flex h-row items-center gap-2 border-b border-line px-3 hover:bg-hover">
      <StatusMark look={runLook(status)} />
      <span className="min-w-0 grow truncate">
        <span className="font-strong">
          <Link href={pathToRun(run_id)} look="row">
            {visible(title)}
          </Link>
        </span>
        {pipeline !== '' && pipeline !== title && <span className="text-ink-3"> {visible(pipeline)}</span>}
        {pool !== null && pool !== 'default' && <span className="text-ink-3"> · pool {visible(pool)}</span>}
      </span>
      <span className="shrink-0 text-meta text-ink-3 tabular-nums">{progressOf(run)}</span>
      <span
        className="grid-duration shrink-0 text-right whitespace-nowrap text-info tabular-nums"
        data-tip={
          usual_ms === null
            ? 'since submission; too few completed runs are known to say what is usual'
            : `since submission; usually ${duration(usual_ms)}, the middle of ${counted(usual_of, 'completed run')}`
        }
      >
        {ticking(ms)}
        <DurationTrack ms={ms} usual={usual_ms} isLive />
      </span>
      {rows === null && <span className="sr-only">what it wrote cannot be read</span>}
    </li>
  )
}

function progressOf({ rows, shards }: Running): string {
  if (shards !== null) {
    const total = Object.values(shards).reduce((sum, count) => sum + count, 0)
    if (total > 0) return `${whole(shards['completed'] ?? 0)} of ${counted(total, 'part')}`
  }
  return rows === null || rows === 0 ? '' : `${compact(rows)} rows`
}

/** What waits, for what, and since when; and how many slots there are. */
function WaitingLine({ now, filter }: { now: GoingOn; filter: OverviewFilter }) {
  const { queued, pending, oldest_waiting, members, is_capped } = now
  const waiting = queued + pending
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 px-3 py-2 text-meta text-ink-3">
      <span>
        {waiting === 0 ? (
          'Nothing waits'
        ) : (
          <>
            <Link href={runsLike(filter, { status: ['queued', 'pending'] })} look="inline">
              {whole(waiting)}
              {is_capped && '+'} waiting
            </Link>{' '}
            {waitsFor(now)}
            {oldest_waiting !== null && (
              <>
                , the oldest for{' '}
                <Link href={pathToRun(oldest_waiting.run_id)} look="inline">
                  <Age at={oldest_waiting.at} />
                </Link>
              </>
            )}
          </>
        )}
      </span>
      {members !== null && members.live > 0 && (
        <span className="ml-auto">
          {whole(members.busy)} of {counted(members.slots, 'slot')} in use by{' '}
          <Link href={pathToCluster()} look="inline">
            {counted(members.live, 'member')}
          </Link>
        </span>
      )}
    </p>
  )
}

function waitsFor({ queued, pending, members }: GoingOn): string {
  const forSlot = queued > 0 ? `${pending > 0 ? `${whole(queued)} ` : ''}for a slot of their engine` : ''
  const who = members?.live === 0 ? 'for a member, of which none is alive' : 'for a member'
  const forMember = pending > 0 ? `${queued > 0 ? `${whole(pending)} ` : ''}${who}` : ''
  return [forSlot, forMember].filter((part) => part !== '').join(', ')
}
