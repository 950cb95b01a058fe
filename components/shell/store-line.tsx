'use client'

import { useQuery } from '@tanstack/react-query'
import { type Fact, KeyValues } from '@/components/ui/key-values'
import { StatusMark } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { type Capabilities, capabilitiesQuery } from '@/lib/client/console'
import { counted } from '@/lib/format/number'

const KINDS = { memory: 'memory', sqlite: 'SQLite', postgres: 'Postgres' } as const

/** Which store this is, and whether it answers; behind it, everything that there is to know of the installation. */
export function StoreLine() {
  const { data, isError, dataUpdatedAt } = useQuery(capabilitiesQuery())
  if (data === undefined)
    return <p className="px-2 text-meta text-ink-3">{isError ? 'The console does not answer' : ' '}</p>
  const { kind, where, members } = data
  const state = isError ? 'silent' : stateOf(data)
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget="about"
        className="flex w-full min-w-0 items-center gap-2 rounded-chip px-2 py-1 text-left text-meta text-ink-3 hover:bg-hover hover:text-ink"
      >
        <StatusMark look={LOOKS[state]} />
        <span className="truncate">
          {kind === 'memory'
            ? 'memory, kept nowhere'
            : [where.split('/').at(-1), KINDS[kind]].filter(Boolean).join(' · ')}
          {WORDS[state] !== '' && ` · ${WORDS[state]}`}
          {members !== null && members > 0 && ` · ${counted(members, 'member')}`}
        </span>
        <span className="sr-only">, about this console</span>
      </button>
      <div
        id="about"
        popover="auto"
        role="dialog"
        aria-label="About this console"
        className="account-place m-0 rounded-panel border border-line bg-surface p-3 text-ink shadow-float"
      >
        <KeyValues facts={factsOf(data, dataUpdatedAt, isError)} />
      </div>
    </div>
  )
}

type State = 'ok' | 'away' | 'read-only' | 'engine' | 'silent'

function stateOf({ degraded_since, read_only, engines }: Capabilities): State {
  if (degraded_since !== null) return 'away'
  if (read_only !== null) return 'read-only'
  const isTroubled = engines.some(
    ({ unreachable, history_ok, queue_ok, draining }) =>
      unreachable !== null || history_ok === false || queue_ok === false || draining === true,
  )
  return isTroubled ? 'engine' : 'ok'
}

const WORDS: Record<State, string> = {
  ok: '',
  away: 'away',
  'read-only': 'read-only',
  engine: 'engine in trouble',
  silent: 'console does not answer',
}

function factsOf(data: Capabilities, readAt: number, isError: boolean): (Fact | false)[] {
  const { kind, where, stamp, degraded_since, read_only, members, engines, console_version, simulated } = data
  return [
    { name: 'Console', value: console_version },
    { name: 'Store', value: kind === 'memory' ? 'memory, kept nowhere' : KINDS[kind] },
    where !== '' && kind !== 'memory' && { name: 'Where', value: <span className="font-mono text-meta">{where}</span> },
    { name: 'Schema stamp', value: stamp === null ? 'none (1.13 or older)' : String(stamp) },
    {
      name: 'History',
      value:
        degraded_since === null ? (
          read_only === null ? (
            'answers'
          ) : (
            'answers, read-only'
          )
        ) : (
          <>
            away since <Time at={degraded_since} />
          </>
        ),
    },
    members !== null && {
      name: 'Cluster',
      value: members === 0 ? 'no live member' : `${counted(members, 'live member')}${simulated ? ', simulated' : ''}`,
    },
    ...engines.map(({ host, version, unreachable, history_ok, queue_ok, draining }) => ({
      name: `Engine ${host}`,
      value:
        unreachable !== null
          ? `cannot be reached (${unreachable})`
          : [
              version ?? 'version not told',
              history_ok === false ? 'history lost' : 'history answers',
              ...(queue_ok === false ? ['queue full'] : []),
              ...(draining === true ? ['shutting down'] : []),
            ].join(', '),
    })),
    {
      name: 'Last read',
      value: (
        <>
          <Time at={new Date(readAt).toISOString()} />
          {isError && ', nothing since'}
        </>
      ),
    },
  ]
}

const LOOKS = {
  ok: { shape: 'disc', tone: 'good', isLoud: false, isMoving: false },
  away: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  silent: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  'read-only': { shape: 'ring', tone: 'warn', isLoud: false, isMoving: false },
  engine: { shape: 'ring', tone: 'warn', isLoud: false, isMoving: false },
} as const
