import { useNow } from '@/components/ui/clock'
import type { Column } from '@/components/ui/data-table'
import { Missing } from '@/components/ui/missing'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useZone } from '@/components/ui/zone'
import type { Shard } from '@/lib/client/run-parts'
import { runLook } from '@/lib/derive/run-look'
import { leaseLeftMs, shardWords } from '@/lib/derive/shard-look'
import { ticking } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { whole } from '@/lib/format/number'
import { shortId, visible } from '@/lib/format/text'

/** What a table of shards shows of each. */
export const SHARD_COLUMNS: readonly Column<Shard>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 116,
    isKept: true,
    cell: ({ status }) => <Status word={status} look={runLook(status)} />,
  },
  {
    id: 'shard',
    header: 'Shard',
    width: 90,
    isKept: true,
    cell: ({ shard_id }) => (
      <span id={`shard-${shard_id}`} className="font-mono text-meta" data-tip={visible(shard_id)}>
        {visible(shard_id)}
      </span>
    ),
  },
  {
    id: 'covers',
    header: 'Covers',
    isKept: true,
    cell: ({ descriptor }) => (
      <span className="block truncate font-mono text-meta" data-tip={visible(descriptor)}>
        {visible(shardWords(descriptor))}
      </span>
    ),
  },
  {
    id: 'size',
    header: 'Size, estimate',
    width: 110,
    isNumber: true,
    isExtra: true,
    cell: ({ size_estimate: size }) => (size === null ? <Missing /> : whole(size)),
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 130,
    isExtra: true,
    cell: ({ owner }) =>
      owner === null ? (
        <Missing why="nobody works on it" />
      ) : (
        <span className="font-mono text-meta" data-tip={owner}>
          {shortId(owner)}
        </span>
      ),
  },
  {
    id: 'attempt',
    header: 'Attempt',
    width: 74,
    isNumber: true,
    cell: ({ attempt }) => (attempt === 0 ? '1' : <span className="font-strong text-warn">{whole(attempt + 1)}</span>),
  },
  {
    id: 'lease',
    header: 'Lease',
    tip: 'How long the owner may stay silent before another instance takes the shard over',
    width: 130,
    isNumber: true,
    cell: (shard) => <Lease {...shard} />,
  },
  {
    id: 'finished',
    header: 'Finished',
    width: 160,
    isNumber: true,
    cell: ({ finished_at: at }) => <Time at={at} why="not finished" />,
  },
]

/** Only somebody who works has to renew one: that of a shard that is over says nothing. */
function Lease({ status, lease_expires_at: until }: Shard) {
  const now = useNow(1000)
  const { zone } = useZone()
  if (status !== 'running') return <Missing why="only a running shard has one" />
  const left = leaseLeftMs(until, now)
  if (until === null || left === null) return <span className="text-warn">none given</span>
  return (
    <span data-tip={`until ${instant(until, zone)}`} className={left < 0 ? 'font-strong text-bad' : undefined}>
      {left < 0 ? `lapsed ${ticking(-left)} ago` : `${ticking(left)} left`}
    </span>
  )
}
