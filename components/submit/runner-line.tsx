import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { StatusMark } from '@/components/ui/status'
import { isRunnable, type Runner } from '@/lib/client/submit'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToCluster } from '@/lib/url/paths'

interface RunnerLineProps {
  /** Absent: not known yet, or it could not be asked. */
  runner: Runner | undefined
  principal: string
  /** Why it could not be asked. */
  error: string | null
}

/** Who would run it, before anything is filled in; where nobody would, why and what helps. */
export function RunnerLine({ runner, principal, error }: RunnerLineProps) {
  const isOn = runner !== undefined && isRunnable(runner)
  return (
    <section
      id={RUNNER_LINE}
      aria-label="Who would run it"
      className={cx(
        'flex items-start gap-2.5 border-b border-line px-4 py-2',
        isOn || runner === undefined ? 'bg-surface' : 'bg-warn-weak',
      )}
    >
      <span className="pt-1">
        <StatusMark look={runner === undefined ? UNKNOWN : isOn ? READY : NOBODY} />
      </span>
      <p className="min-w-0 max-w-prose wrap-anywhere">
        {runner === undefined ? (
          <span className="text-ink-2">
            {error === null ? 'Looking who would run it' : `Who would run it could not be found out: ${error}`}
          </span>
        ) : (
          <Words runner={runner} principal={principal} />
        )}
      </p>
    </section>
  )
}

/** Whoever cannot press Run is led here. */
export const RUNNER_LINE = 'who-runs'

const READY = { shape: 'disc', tone: 'good', isLoud: false, isMoving: false } as const
const NOBODY = { shape: 'ring', tone: 'warn', isLoud: true, isMoving: false } as const
const UNKNOWN = { shape: 'dash', tone: 'neutral', isLoud: false, isMoving: false } as const

function Words({ runner, principal }: { runner: Runner; principal: string }): ReactNode {
  const { engine, members, store_is_closed: closed } = runner
  if (engine !== null) {
    if (!engine.answers) return <Nobody now>{engine.reason}</Nobody>
    if (!engine.knows_you) {
      return (
        <Nobody now>
          the configured engine answers, but it does not know your token; it reads an auth file of its own, and a
          principal <b className="font-strong">{visible(principal)}</b> with the same token has to stand there too
        </Nobody>
      )
    }
    return (
      <>
        <b className="font-strong">The configured engine</b> gets the request, in your name, and makes every check
        itself.
      </>
    )
  }
  if (closed !== null) return <Nobody>the store takes no new row: {closed}</Nobody>
  const takers = members.filter(({ would_claim }) => would_claim)
  if (takers.length === 0) return <NoMember others={members} />
  const slots = takers.reduce((sum, { max_concurrent }) => sum + max_concurrent, 0)
  const taken = takers.reduce((sum, { in_flight }) => sum + in_flight, 0)
  return (
    <>
      <b className="font-strong">{counted(takers.length, 'live member')}</b> of the cluster would claim it
      {taken >= slots
        ? `: all ${whole(slots)} slots are taken, so it waits`
        : `: ${whole(taken)} of ${whole(slots)} slots taken`}
      .{' '}
      <span className="text-ink-2">
        No engine is configured, so only what needs no connector is checked here; whoever claims it finds out the rest.
      </span>{' '}
      <Link href={pathToCluster()} look="inline">
        Members
      </Link>
    </>
  )
}

function NoMember({ others }: { others: Runner['members'] }) {
  const pools = [...new Set(others.flatMap(({ pools: served }) => served ?? []))].sort()
  if (others.length > 0) {
    return (
      <Nobody>
        {counted(others.length, 'live member')} of the cluster {others.length === 1 ? 'serves' : 'serve'} other pools
        only: {visible(pools.join(', '))}
      </Nobody>
    )
  }
  return (
    <>
      <Nobody>
        no engine is configured, and no member of a cluster has been seen on this store within the last 30 s
      </Nobody>{' '}
      <span className="text-ink-2">
        Start one on it with <code>faucet serve --cluster</code>, or set <code>FAUCET_CONSOLE_ENGINES</code> to the
        address of a running engine. The form can be filled in meanwhile.
      </span>
    </>
  )
}

function Nobody({ now = false, children }: { now?: boolean; children: ReactNode }) {
  return (
    <>
      <b className="font-strong">Nobody would run it{now && ' just now'}</b>: {children}.
    </>
  )
}
