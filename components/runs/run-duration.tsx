'use client'

import { useNow } from '@/components/ui/clock'
import { DurationTrack } from '@/components/ui/duration-track'
import type { RunRecord } from '@/lib/contract/records/runs'
import { type RunTiming, runTiming } from '@/lib/derive/run-timing'
import { duration, exactSeconds, ticking } from '@/lib/format/duration'

interface RunDurationProps {
  run: RunRecord
  /** What this pipeline usually takes, and of how many runs that is the middle. */
  usual: { ms: number; of: number } | null
}

/** How long it took, or is taking: the number, and where it stands against what is usual. */
export function RunDuration({ run, usual }: RunDurationProps) {
  const still = runTiming(run, 0)
  return still.isLive ? <LiveDuration run={run} usual={usual} /> : <Drawn timing={still} usual={usual} />
}

function LiveDuration({ run, usual }: RunDurationProps) {
  return <Drawn timing={runTiming(run, useNow(1000))} usual={usual} />
}

function Drawn({ timing, usual }: { timing: RunTiming; usual: RunDurationProps['usual'] }) {
  const { totalMs, ranMs, isLive } = timing
  const isWaiting = isLive && ranMs === null
  return (
    <span className="grid-duration" data-tip={wordsFor(timing, usual)}>
      <span className={isWaiting ? 'text-ink-3' : isLive ? 'text-info' : undefined}>
        {totalMs === null ? '—' : isLive ? ticking(totalMs) : duration(totalMs)}
      </span>
      <DurationTrack ms={isWaiting ? null : totalMs} usual={usual?.ms ?? null} isLive={isLive} />
    </span>
  )
}

function wordsFor({ queuedMs, ranMs, totalMs, isLive }: RunTiming, usual: RunDurationProps['usual']): string {
  if (totalMs === null) return 'The end was not recorded'
  const parts = [
    queuedMs !== null && `waited ${isLive && ranMs === null ? ticking(queuedMs) : duration(queuedMs)}`,
    ranMs !== null && `${isLive ? 'running for' : 'ran'} ${isLive ? ticking(ranMs) : duration(ranMs)}`,
    !isLive && `in all ${exactSeconds(totalMs)}`,
  ].filter(Boolean)
  const usualWords =
    usual === null ? '' : `\nusual here: ${duration(usual.ms)}, the middle of ${usual.of} completed runs on this page`
  return `${parts.join(' · ')}${usualWords}`
}
