'use client'

import { useNow } from '@/components/ui/clock'
import { Figure, Figures } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import type { ClusterReport } from '@/lib/client/cluster'
import { beatOf } from '@/lib/derive/lease'
import { counted, whole } from '@/lib/format/number'
import { pathToRun, pathToRuns } from '@/lib/url/paths'

/** The state of the cluster in four numbers; each says what it is of. */
export function ClusterSummary({ report }: { report: ClusterReport }) {
  const now = useNow(1000)
  const { members, held, waiting } = report
  const live = (members ?? []).filter((member) => beatOf(member.last_heartbeat, now).isLive)
  const slots = live.reduce((sum, member) => sum + member.max_concurrent, 0)
  const busy = live.reduce((sum, member) => sum + member.in_flight, 0)
  const isStranded = waiting.count > 0 && live.length === 0
  return (
    <Figures label="The cluster now">
      <Figure
        name="Members alive"
        value={whole(live.length)}
        note={
          members === null
            ? 'this store keeps no members'
            : members.length > live.length
              ? `${counted(members.length - live.length, 'other')} silent, seen in the last 7 days`
              : 'of those seen in the last 7 days'
        }
      />
      <Figure
        name="Slots in use"
        value={slots === 0 ? '0' : `${whole(busy)} of ${whole(slots)}`}
        note="as members said at their last beat"
        share={slots === 0 ? null : busy / slots}
      />
      <Figure
        name="Waiting for a member"
        value={<Link href={pathToRuns('status=pending')}>{`${whole(waiting.count)}${waiting.is_cut ? '+' : ''}`}</Link>}
        tone={isStranded ? 'bad' : undefined}
        note={
          waiting.oldest === null ? (
            'nothing waits'
          ) : (
            <>
              {isStranded && 'nobody is there to run them; '}
              {waiting.is_cut ? 'one of the older ones for ' : 'the oldest for '}
              <Link href={pathToRun(waiting.oldest.run_id)} look="inline">
                <Age at={waiting.oldest.submitted_at} />
              </Link>
            </>
          )
        }
      />
      <Figure
        name="Leases run out"
        value={`${whole(held.expired)}${held.is_cut ? '+' : ''}`}
        tone={held.expired > 0 ? 'bad' : undefined}
        note={`of ${counted(held.total, 'queued or running run')}${held.is_cut ? ', the newest' : ''}`}
      />
    </Figures>
  )
}
