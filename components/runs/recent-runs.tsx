'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { useZone } from '@/components/ui/zone'
import { runsBeforeQuery } from '@/lib/client/runs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { runTiming } from '@/lib/derive/run-timing'
import { duration } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { pathToRun } from '@/lib/url/paths'

const BARS = 20

/** The runs of this name up to this one: how long, and how they ended. Each is a link. */
export function RecentRuns({ run }: { run: RunRecord }) {
  const { zone } = useZone()
  const { data } = useQuery(runsBeforeQuery(run))
  if (!run.name?.trim()) return null
  const runs = (data?.runs ?? [])
    .flatMap((row) => (row.ok ? [row.record] : []))
    .slice(0, BARS)
    .reverse()
  const lengths = runs.map((one) => runTiming(one, 0).ranMs ?? 0)
  if (runs.length < 2) return null
  const longest = Math.max(...lengths, 1)
  return (
    <Panel title="Up to this one" note="runs of the same name">
      <div className="flex h-14 items-end gap-0.75">
        {runs.map((one, index) => {
          const ms = lengths[index] ?? 0
          const words = `${one.status} · ${duration(ms)}\n${instant(one.submitted_at, zone)}`
          const isThis = one.run_id === run.run_id
          return (
            <span key={one.run_id} className="flex h-full max-w-6 grow flex-col justify-end">
              <Link href={pathToRun(one.run_id)} look="bare" tip={words} label={words} isCurrent={isThis}>
                <span
                  className={`block rounded-chip ${TONES[one.status] ?? 'bg-idle-solid'} ${isThis ? 'outline-2 outline-offset-1 outline-ink-3' : ''}`}
                  style={{ height: Math.max(4, (ms / longest) * 48) }}
                />
              </Link>
            </span>
          )
        })}
      </div>
    </Panel>
  )
}

const TONES: Partial<Record<string, string>> = {
  completed: 'bg-good-solid',
  failed: 'bg-bad-solid',
  running: 'bg-info-solid',
  sharded: 'bg-many-solid',
}
