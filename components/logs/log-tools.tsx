'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { counted, whole } from '@/lib/format/number'
import { LevelFilter } from './level-filter'
import { LogDownload } from './log-download'
import { LogGoTo } from './log-go-to'
import type { useLogLook } from './use-log-look'

interface LogToolsProps {
  runId: string
  counts: readonly { level: string; count: number }[]
  level: string | null
  onLevel: (level: string | null) => void
  hasErrors: boolean
  onError: (by: 1 | -1) => void
  total: number
  shown: number
  /** Every line has been counted. */
  isComplete: boolean
  day: string
  onNumber: (number: number) => void
  onTime: (at: string) => void
  isGoing: boolean
  onGoing: (isGoing: boolean) => void
  look: ReturnType<typeof useLogLook>
  isLive: boolean
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  /** The field to find with. */
  children: ReactNode
}

const TIME_WORDS = { clock: 'time of day', offset: 'time since the start', none: 'no time' } as const

/** What a log can be asked, over its lines. */
export function LogTools(props: LogToolsProps) {
  const { total, shown, isComplete, look, isFollowing } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.25">
      {props.children}
      <div className="flex flex-wrap items-center gap-0.5">
        <LevelFilter counts={props.counts} level={props.level} onChoose={props.onLevel} />
        {props.hasErrors && (
          <>
            <Button
              intent="quiet"
              size="small"
              icon="up"
              label="Previous error (E)"
              onPress={() => props.onError(-1)}
            />
            <Button intent="quiet" size="small" icon="down" label="Next error (e)" onPress={() => props.onError(1)} />
          </>
        )}
      </div>
      <span role="status" className="text-meta text-ink-3">
        {counted(shown, 'line')}
        {shown !== total && ` of ${whole(total)}`}
        {!isComplete && ', counting on'}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-0.5">
        {props.isLive && (
          <Button size="small" isPressed={isFollowing} onPress={() => props.onFollow(!isFollowing)}>
            Follow
          </Button>
        )}
        <LogGoTo
          isOpen={props.isGoing}
          onOpen={props.onGoing}
          day={props.day}
          onNumber={props.onNumber}
          onTime={props.onTime}
        />
        <LogDownload runId={props.runId} />
        <Button
          intent="quiet"
          size="small"
          icon="clock"
          label={`Shows ${TIME_WORDS[look.time]} (t)`}
          onPress={look.turnTime}
        />
        <Button
          intent="quiet"
          size="small"
          icon="wrap"
          label="Wrap long lines (w)"
          isPressed={look.isWrapped}
          onPress={look.turnWrap}
        />
      </div>
    </div>
  )
}
