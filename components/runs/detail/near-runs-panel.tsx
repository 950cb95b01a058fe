'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { useZone } from '@/components/ui/zone'
import { type HeadRecord, neighboursQuery } from '@/lib/client/run-parts'
import { type NearGlance, recordBefore } from '@/lib/derive/near-runs'
import { runTiming } from '@/lib/derive/run-timing'
import { duration } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { counted } from '@/lib/format/number'
import { pathToRun, pathToRuns } from '@/lib/url/paths'
import { searchText } from '@/lib/url/search'

const HIGHEST_PX = 48

/** The runs of this name around it, oldest first: how long each took and how it ended. Each is a link, this one marked. */
export function NearRunsPanel({ run }: { run: HeadRecord }) {
  const { data } = useQuery(neighboursQuery(run.run_id))
  if (!run.name?.trim() || data === undefined || data.before.length + data.after.length === 0) return null
  const { ranMs } = runTiming(run, Date.now())
  const self: NearGlance = { ...run, ms: ranMs, rows: null, error: null }
  const bars = [...data.before.toReversed(), self, ...data.after]
  const longest = Math.max(...bars.map(({ ms }) => ms ?? 0), 1)
  const { failed, usualMs } = recordBefore(run, null, data.before)
  return (
    <Panel
      title="Runs of this name"
      note={`${counted(bars.length, 'run')}, by how long they ran`}
      actions={<Link href={pathToRuns(searchText([['name', run.name]]))}>All</Link>}
    >
      <ol className="flex h-14 items-end gap-0.5">
        {bars.map((bar) => (
          <Bar key={bar.run_id} bar={bar} longest={longest} isThis={bar.run_id === run.run_id} />
        ))}
      </ol>
      <p className="pt-2 text-meta text-ink-3">
        {data.before.length === 0
          ? 'It is the first of this name that is kept.'
          : `${failed} of ${counted(data.before.length, 'run')} before it failed${usualMs === null ? '' : ` · usual ${duration(usualMs)}`}`}
      </p>
    </Panel>
  )
}

function Bar({ bar, longest, isThis }: { bar: NearGlance; longest: number; isThis: boolean }) {
  const { zone } = useZone()
  const { run_id, status, ms, submitted_at } = bar
  const words = `${isThis ? 'this run · ' : ''}${status}${ms === null ? '' : ` · ${duration(ms)}`}\n${instant(submitted_at, zone)}`
  return (
    <li className="flex h-full max-w-6 min-w-0.5 grow basis-0 flex-col justify-end">
      <Link href={pathToRun(run_id)} look="bare" tip={words} label={words} isCurrent={isThis}>
        <span className="flex h-14 items-end">
          <span
            className={`block w-full rounded-chip ${TONES[status] ?? 'bg-idle-solid'} ${isThis ? 'outline-2 outline-offset-1 outline-ink-3' : ''}`}
            style={{ height: Math.max(4, ((ms ?? 0) / longest) * HIGHEST_PX) }}
          />
        </span>
      </Link>
    </li>
  )
}

const TONES: Partial<Record<string, string>> = {
  completed: 'bg-good-solid',
  failed: 'bg-bad-solid',
  running: 'bg-info-solid',
  sharded: 'bg-many-solid',
}
