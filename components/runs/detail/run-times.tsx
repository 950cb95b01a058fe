'use client'

import type { ReactNode } from 'react'
import { useNow } from '@/components/ui/clock'
import { cx } from '@/components/ui/cx'
import { Time, ZoneNote } from '@/components/ui/time'
import type { HeadRecord } from '@/lib/client/run-parts'
import { type RunTiming, runTiming } from '@/lib/derive/run-timing'
import { duration, exactSeconds, ticking } from '@/lib/format/duration'

/** When it was submitted, began and ended: waiting and work to scale, with now at the end of what goes on. */
export function RunTimes({ run }: { run: HeadRecord }) {
  const timing = runTiming(run, useNow(1000))
  const { queuedMs, ranMs, totalMs, isLive } = timing
  const isWaiting = run.status === 'queued' || run.status === 'pending'
  return (
    <section aria-label="When" className="grid min-w-0 gap-2 rounded-panel border border-line bg-surface px-3 py-2.5">
      <Bar timing={timing} status={run.status} />
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1.5 wide:grid-cols-3">
        <Moment name="Submitted" note={<ZoneNote />}>
          <Time at={run.submitted_at} precision="milli" />
        </Moment>
        <Moment
          name="Started"
          isMiddle
          note={
            queuedMs !== null && (
              <Length words={isWaiting ? 'waiting for' : 'after waiting'} ms={queuedMs} isLive={isWaiting} />
            )
          }
        >
          {isWaiting ? (
            'not yet'
          ) : run.started_at === null && run.status === 'sharded' ? (
            'its shards start on their own'
          ) : (
            <Time at={run.started_at} precision="milli" why="it never started" />
          )}
        </Moment>
        <Moment
          name="Finished"
          isLast
          note={
            totalMs !== null && (
              <Length
                words={isLive && ranMs !== null ? 'running for' : 'in all'}
                ms={isLive && ranMs !== null ? ranMs : totalMs}
                isLive={isLive}
              />
            )
          }
        >
          {isLive ? 'not yet' : <Time at={run.finished_at} precision="milli" />}
        </Moment>
      </dl>
    </section>
  )
}

interface MomentProps {
  name: string
  note: ReactNode
  isMiddle?: boolean
  isLast?: boolean
  children: ReactNode
}

function Moment({ name, note, isMiddle = false, isLast = false, children }: MomentProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-wrap items-baseline gap-x-2',
        isMiddle && 'wide:justify-center',
        isLast && 'wide:justify-end',
      )}
    >
      <dt className="text-ink-3">{name}</dt>
      <dd>{children}</dd>
      <dd className="text-meta text-ink-3">{note}</dd>
    </div>
  )
}

const Length = ({ words, ms, isLive }: { words: string; ms: number; isLive: boolean }) => (
  <span data-tip={exactSeconds(ms)}>
    {words} {isLive ? ticking(ms) : duration(ms)}
  </span>
)

function Bar({ timing: { queuedMs, ranMs, isLive }, status }: { timing: RunTiming; status: string }) {
  const waited = queuedMs ?? 0
  const ran = ranMs ?? 0
  return (
    <div
      role="img"
      aria-label={`Waited ${duration(waited)}, ${isLive ? 'running for' : 'ran'} ${duration(ran)}`}
      data-tip={`waited ${exactSeconds(waited)}\n${isLive ? 'running for' : 'ran'} ${exactSeconds(ran)}`}
      className="relative flex h-2.5 gap-px overflow-hidden rounded-chip bg-sunken"
    >
      {queuedMs !== null && (
        <i className="block min-w-0.5 bg-warn-solid" style={{ flexGrow: Math.max(waited, 0.001), flexBasis: 0 }} />
      )}
      {ranMs !== null && (
        <i
          className={cx('block min-w-0.5', TONES[status] ?? 'bg-idle-solid')}
          style={{ flexGrow: Math.max(ran, 0.001), flexBasis: 0 }}
        />
      )}
      {isLive && (
        <span aria-hidden="true" className="absolute inset-y-0 right-0 w-1 bg-ink motion-safe:animate-breathe" />
      )}
    </div>
  )
}

const TONES: Partial<Record<string, string>> = {
  failed: 'bg-bad-solid',
  completed: 'bg-good-solid',
  running: 'bg-info-solid',
  sharded: 'bg-many-solid',
}
