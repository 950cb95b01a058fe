'use client'

import { useQuery } from '@tanstack/react-query'
import { StatusMark } from '@/components/ui/status'
import { capabilitiesQuery } from '@/lib/client/console'

const KINDS = { memory: 'memory', sqlite: 'SQLite', postgres: 'Postgres' } as const

/** Which store this is, and whether it answers. */
export function StoreLine() {
  const { data, isError } = useQuery(capabilitiesQuery())
  if (data === undefined)
    return <p className="px-2 text-meta text-ink-3">{isError ? 'The console does not answer' : ' '}</p>
  const { kind, where, degraded_since, read_only, stamp } = data
  const state = isError || degraded_since !== null ? 'away' : read_only !== null ? 'read-only' : 'ok'
  return (
    <p
      className="flex min-w-0 items-center gap-2 px-2 text-meta text-ink-3"
      data-tip={`${KINDS[kind]} · ${where}\nschema stamp ${stamp ?? 'none'}`}
    >
      <StatusMark look={LOOKS[state]} />
      <span className="truncate">
        {kind === 'memory'
          ? 'memory, kept nowhere'
          : [where.split('/').at(-1), KINDS[kind]].filter(Boolean).join(' · ')}
        {state === 'away' && ' · away'}
        {state === 'read-only' && ' · read-only'}
      </span>
    </p>
  )
}

const LOOKS = {
  ok: { shape: 'disc', tone: 'good', isLoud: false, isMoving: false },
  away: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  'read-only': { shape: 'ring', tone: 'warn', isLoud: false, isMoving: false },
} as const
