'use client'

import { useNow } from './clock'
import { useLiveSwitch } from './live-switch'
import { Status } from './status'

interface LiveMarkProps {
  state: 'live' | 'polling' | 'starting' | 'paused' | 'off'
  /** When the data was read last, in milliseconds; 0: never. */
  updatedAt: number
}

const LOOKS = {
  live: { word: 'live', shape: 'disc', tone: 'info' },
  polling: { word: 'every few seconds', shape: 'ring', tone: 'warn' },
  starting: { word: 'connecting', shape: 'ring', tone: 'neutral' },
  paused: { word: 'paused', shape: 'dash', tone: 'neutral' },
  off: { word: 'not live', shape: 'dash', tone: 'warn' },
} as const

/** Whether what stands here follows what happens, and how old it is; a press holds it still, or lets it go on. */
export function LiveMark({ state, updatedAt }: LiveMarkProps) {
  const now = useNow(5_000)
  const live = useLiveSwitch()
  const { word, shape, tone } = LOOKS[state]
  const read = updatedAt === 0 ? 'not read yet' : `updated ${sinceWords(now - updatedAt)}`
  const mark = <Status word={word} look={{ shape, tone, isLoud: state === 'live', isMoving: false }} />
  return (
    <span className="inline-flex min-w-20 items-center justify-end gap-2 text-meta whitespace-nowrap">
      <span className="text-ink-3 max-wide:hidden">{read}</span>
      {live === null ? (
        mark
      ) : (
        <button
          type="button"
          aria-pressed={live.isOn}
          aria-label={`Live updates: ${word}, ${read}`}
          data-tip={`${read}\n${live.isOn ? 'Press to hold the page still' : 'Press to follow what happens'}`}
          onClick={() => live.turn(!live.isOn)}
          className="inline-flex h-6 items-center rounded-chip px-1.5 hover:bg-hover"
        >
          {mark}
        </button>
      )}
    </span>
  )
}

/** In steps of five seconds, then of minutes. */
function sinceWords(ms: number): string {
  const secs = Math.max(0, Math.floor(ms / 5_000) * 5)
  if (secs < 5) return 'just now'
  if (secs < 60) return `${secs} s ago`
  const minutes = Math.floor(secs / 60)
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
