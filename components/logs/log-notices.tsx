import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { mayPass } from '@/lib/client/api-error'
import type { KnownMap } from '@/lib/client/use-log'
import { whole } from '@/lib/format/number'

interface LogNoticesProps {
  map: KnownMap
  total: number
  shown: number
  /** The last reading failed; what stands below is from before. */
  error: Error | null
  isLive: boolean
  /** The stream that says when there is more is down. */
  isPolling: boolean
  level: string | null
  onEveryLevel: () => void
  /** The line that the address names is not among these. */
  isLost: boolean
}

/** Everything about a log that its lines do not say. */
export function LogNotices(props: LogNoticesProps) {
  const { map, total, shown, error, isLive, isPolling, level, onEveryLevel, isLost } = props
  const everyLevel = <Button onPress={onEveryLevel}>Show every level</Button>
  return (
    <>
      {map.truncated && (
        <Notice>
          The engine stopped storing this run’s log at its cap: what came after the last line here was never stored.
        </Notice>
      )}
      {map.isCapped && (
        <Notice>
          The first {whole(total)} lines are shown; more are stored. The search looks at all of them, and the download
          has them.
        </Notice>
      )}
      {isLost && (
        <Notice>
          The line that this address names {level === null ? 'is not stored any more' : 'is not among these levels'};
          what stands here is the next one. {level !== null && everyLevel}
        </Notice>
      )}
      {isLive && isPolling && (
        <Notice>
          The connection that announces new lines is lost: they are asked for every few seconds meanwhile.
        </Notice>
      )}
      {error !== null && (
        <Notice>
          Reading on failed: {error.message}. {mayPass(error) && 'It is tried again. '}What stands here is from before.
        </Notice>
      )}
      {total > 0 && shown === 0 && (
        <EmptyState title={`No line is ${level?.toLowerCase() ?? ''} or above`} action={everyLevel} />
      )}
    </>
  )
}

/** Why there are no lines. */
export function NoLines({ map, isLive, endedAt }: { map: KnownMap; isLive: boolean; endedAt: string | null }) {
  if (!map.kept) {
    return (
      <EmptyState
        title="This store keeps no log lines"
        hint="Engines store them from 1.10 on, in a table that this store does not have. The engine that ran it may have written them elsewhere."
      />
    )
  }
  if (isLive) {
    return (
      <EmptyState
        title="No line is stored yet"
        hint="They appear here as they are stored. Older engines store in batches of 256 and at the end of a run: a quiet run shows late."
      />
    )
  }
  if (map.oldest_at === null) {
    return (
      <EmptyState
        title="No lines are stored"
        hint="Nor are any of another run: the engine may not store logs (its log retention is 0), or all were removed when their retention ended."
      />
    )
  }
  const isExpired = endedAt !== null && endedAt < map.oldest_at
  return (
    <EmptyState
      title={isExpired ? 'The log has expired' : 'No lines are stored'}
      hint={
        isExpired ? (
          <>
            Engines remove lines after a time of their own, often sooner than runs. This run ended <Time at={endedAt} />
            ; the oldest line of any run that is still kept is from <Time at={map.oldest_at} />.
          </>
        ) : (
          'Lines of other runs of that time are kept: this one wrote none that its engine stored.'
        )
      }
    />
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-warn-weak px-3 py-1.5 text-meta"
    >
      <span className="text-warn">
        <Icon name="warning" />
      </span>
      <span className="min-w-0 grow basis-64">{children}</span>
    </p>
  )
}
