'use client'

import { Badge } from '@/components/ui/badge'
import { useNow } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Age } from '@/components/ui/time'
import type { ClusterReport } from '@/lib/client/cluster'
import { beatOf } from '@/lib/derive/lease'
import { shardSegments } from '@/lib/derive/shard-look'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRunTab } from '@/lib/url/paths'

/** Runs that are worked on in parts, by several members at once. */
export function ShardedPanel({ parents, members }: Pick<ClusterReport, 'parents' | 'members'>) {
  const now = useNow(1000)
  const alive = new Set(
    (members ?? []).flatMap((one) => (beatOf(one.last_heartbeat, now).isLive ? [one.instance_id] : [])),
  )
  if (parents.runs.length === 0) return null
  return (
    <Panel
      title="Runs in parts"
      note={parents.is_cut ? `the newest ${parents.runs.length}` : counted(parents.runs.length, 'run')}
      isFlush
    >
      <ul>
        {parents.runs.map((run) => (
          <li key={run.run_id} className="grid gap-2 border-b border-line px-3 py-2.5 last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 truncate font-strong">
                <Link href={pathToRunTab(run.run_id, 'shards')}>
                  {visible(run.name?.trim() ? run.name : run.run_id)}
                </Link>
              </span>
              <span className="text-meta text-ink-3">
                submitted <Age at={run.submitted_at} isSentence /> ·{' '}
                {run.shard_owners.length === 0
                  ? 'nobody works on it'
                  : `held by ${counted(run.shard_owners.length, 'member')}, ${whole(run.shard_owners.filter((id) => alive.has(id)).length)} alive`}
                {run.is_cut && ' · its first 2,000 parts'}
              </span>
              {run.expired_shards > 0 && (
                <Badge tone="bad">{counted(run.expired_shards, 'part')} with an ended lease</Badge>
              )}
              {run.cancel_requested !== null && <Badge tone="warn">stop requested</Badge>}
            </div>
            <ProgressBar
              label={`Parts of ${run.name ?? run.run_id} by state`}
              segments={shardSegments(
                Object.entries(run.shards).flatMap(([status, count]) => Array<string>(count).fill(status)),
              )}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
