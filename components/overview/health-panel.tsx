import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { type StatusLook, StatusMark } from '@/components/ui/status'
import { Age } from '@/components/ui/time'
import type { GoingOn, HomeState } from '@/lib/client/overview'
import { counted, whole } from '@/lib/format/number'
import { pathToCluster } from '@/lib/url/paths'

const GOOD: StatusLook = { shape: 'disc', tone: 'good', isLoud: false, isMoving: false }
const WARN: StatusLook = { shape: 'ring', tone: 'warn', isLoud: true, isMoving: false }
const BAD: StatusLook = { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false }
const NONE: StatusLook = { shape: 'dash', tone: 'neutral', isLoud: false, isMoving: false }

/** How the installation is: each part with its state and one detail. */
export function HealthPanel({ state, now }: { state: HomeState; now: GoingOn | undefined }) {
  // Of the whole installation: nothing for somebody confined to a tenant.
  if (state.store === null) return null
  return (
    <Panel title="Health" isFlush>
      <dl>
        <StoreRow store={state.store} />
        {now !== undefined && <MembersRow now={now} />}
        {now !== undefined && <QueueRow now={now} />}
        <TemplatesRow state={state} />
        <Row name="Triggers" look={NONE}>
          {state.engine === null
            ? 'asked of an engine on their own page'
            : 'known to an engine alone, and none is configured'}
        </Row>
      </dl>
    </Panel>
  )
}

function StoreRow({ store }: { store: NonNullable<HomeState['store']> }) {
  if (!store.ok)
    return (
      <Row name="History" look={BAD}>
        does not answer
      </Row>
    )
  const { degraded_since, read_only, kind } = store.value
  if (degraded_since !== null)
    return (
      <Row name="History" look={BAD}>
        away for <Age at={degraded_since} />: served from memory
      </Row>
    )
  return (
    <Row name="History" look={read_only === null ? GOOD : WARN}>
      {read_only === null ? `${KINDS[kind] ?? kind}, answers` : 'can be read, not written'}
    </Row>
  )
}

const KINDS: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL', memory: 'memory' }

function MembersRow({ now: { members, pending } }: { now: GoingOn }) {
  if (members === null)
    return (
      <Row name="Members" look={NONE}>
        this store keeps none
      </Row>
    )
  const look = members.live > 0 ? GOOD : pending > 0 ? BAD : NONE
  return (
    <Row name="Members" look={look}>
      <Link href={pathToCluster()} look="inline">
        {members.live === 0 ? 'none alive' : `${whole(members.live)} alive`}
      </Link>
      {members.live > 0 && `, ${whole(members.busy)} of ${counted(members.slots, 'slot')} in use`}
    </Row>
  )
}

function QueueRow({ now: { queued, pending, oldest_waiting, is_capped } }: { now: GoingOn }) {
  const waiting = queued + pending
  return (
    <Row name="Run queue" look={waiting === 0 ? GOOD : WARN}>
      {waiting === 0 ? (
        'empty'
      ) : (
        <>
          {whole(waiting)}
          {is_capped && '+'} waiting
          {oldest_waiting !== null && (
            <>
              , the oldest for <Age at={oldest_waiting.at} />
            </>
          )}
        </>
      )}
    </Row>
  )
}

function TemplatesRow({ state: { templates, waiting } }: { state: HomeState }) {
  if (templates === null || (templates.ok && templates.value === null)) return null
  if (!templates.ok || templates.value === null)
    return (
      <Row name="Templates" look={WARN}>
        could not be read just now
      </Row>
    )
  const failing = waiting?.ok ? (waiting.value.failing_templates?.count ?? 0) : 0
  const { templates: count, launched, deprecated } = templates.value
  return (
    <Row name="Templates" look={failing > 0 ? WARN : count === 0 ? NONE : GOOD}>
      {count === 0
        ? 'none registered'
        : `${whole(count)}: ${whole(launched)} launched, ${whole(Math.max(0, count - launched))} never, ${whole(deprecated)} deprecated`}
      {failing > 0 && `; ${counted(failing, 'newest version')} failed tests`}
    </Row>
  )
}

const Row = ({ name, look, children }: { name: string; look: StatusLook; children: ReactNode }) => (
  <div className="flex min-h-row items-center gap-3 border-b border-line px-3 py-1 last:border-b-0">
    <dt className="flex w-28 shrink-0 items-center gap-2">
      <StatusMark look={look} />
      {name}
    </dt>
    <dd className="min-w-0 text-ink-2">{children}</dd>
  </div>
)
