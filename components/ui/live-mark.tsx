'use client'

import { ago } from '@/lib/format/instant'
import { useNow } from './clock'
import { Status } from './status'

interface LiveMarkProps {
  state: 'live' | 'polling' | 'starting' | 'paused'
  /** When the data was read last, in milliseconds; 0: never. */
  updatedAt: number
}

const LOOKS = {
  live: { word: 'live', shape: 'disc', tone: 'info' },
  polling: { word: 'every few seconds', shape: 'ring', tone: 'warn' },
  starting: { word: 'connecting', shape: 'ring', tone: 'neutral' },
  paused: { word: 'paused', shape: 'dash', tone: 'neutral' },
} as const

/** Whether what stands here follows what happens, and how old it is. */
export function LiveMark({ state, updatedAt }: LiveMarkProps) {
  const now = useNow(15_000)
  const { word, shape, tone } = LOOKS[state]
  const read = updatedAt === 0 ? 'not read yet' : `read ${ago(new Date(updatedAt).toISOString(), now)}`
  return (
    <span className="inline-flex min-w-20 justify-end text-meta" data-tip={read}>
      <Status word={word} look={{ shape, tone, isLoud: state === 'live', isMoving: false }} />
    </span>
  )
}
