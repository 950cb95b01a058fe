'use client'

import { useNow } from '@/components/ui/clock'
import { DurationTrack } from '@/components/ui/duration-track'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatusMark } from '@/components/ui/status'
import type { Overview } from '@/lib/client/overview'
import { runLook } from '@/lib/derive/run-look'
import { duration, ticking } from '@/lib/format/duration'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** The newest runs at work, against what their name usually takes. */
export function RunningPanel({ overview: { running, going } }: { overview: Overview }) {
  const now = useNow(1000)
  if (running.length === 0) return null
  return (
    <Panel
      title="Running now"
      note={running.length < going.running ? `the newest ${running.length} of ${whole(going.running)}` : undefined}
      actions={<Link href={runsLike({ status: ['running', 'sharded'] })}>All</Link>}
      isFlush
    >
      <ul>
        {running.map((run) => {
          const ms = Math.max(0, now - Date.parse(run.submitted_at))
          return (
            <li
              key={run.run_id}
              className="relative flex h-row items-center gap-2 border-b border-line px-3 last:border-b-0 hover:bg-hover"
            >
              <StatusMark look={runLook(run.status)} />
              <span className="min-w-0 grow truncate font-strong">
                <Link href={pathToRun(run.run_id)} look="row">
                  {visible(run.name ?? run.run_id)}
                </Link>
              </span>
              <span
                className="grid-duration text-right text-info tabular-nums"
                data-tip={
                  run.usual_ms === null
                    ? 'since submission; too few completed runs of this name in the window to say what is usual'
                    : `since submission; usually ${duration(run.usual_ms)}, the middle of ${run.usual_of}`
                }
              >
                {ticking(ms)}
                <DurationTrack ms={ms} usual={run.usual_ms} isLive />
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
