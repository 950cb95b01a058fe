'use client'

import { useNow } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { Unavailable } from '@/components/ui/unavailable'
import type { ClusterReport, Member } from '@/lib/client/cluster'
import { beatOf } from '@/lib/derive/lease'
import { duration, ticking } from '@/lib/format/duration'
import { counted, whole } from '@/lib/format/number'
import { shortId, visible } from '@/lib/format/text'
import { pathToRunsOfOwner } from '@/lib/url/paths'

/** Every member that beat in the last days: alive or silent, how busy, and whose clock goes ahead. */
export function MembersPanel({ report }: { report: ClusterReport }) {
  const now = useNow(1000)
  const { members, held } = report
  if (members === null) {
    return (
      <Panel title="Members">
        <Unavailable title="This store keeps no members">
          The table <code>faucet_serve_instances</code> is missing: the engine that made the store has no clusters.
        </Unavailable>
      </Panel>
    )
  }
  const rows = members.toSorted(
    (a, b) => Number(beatOf(b.last_heartbeat, now).isLive) - Number(beatOf(a.last_heartbeat, now).isLive),
  )
  return (
    <Panel title="Members" note="a member beats every 10 s and counts as alive for 30 s" isFlush>
      {rows.length === 0 ? (
        <EmptyState
          title="No member in the last 7 days"
          hint={
            <>
              Engines started with <code>--cluster</code> on this store stand here. A single engine runs without
              registering.
            </>
          }
        />
      ) : (
        <DataTable
          label="Members"
          columns={columnsAt(now, held.owners)}
          rows={rows}
          rowKey={(row) => row.instance_id}
        />
      )}
    </Panel>
  )
}

const LIVE = { shape: 'disc', tone: 'good', isLoud: false, isMoving: false } as const
const SILENT = { shape: 'dash', tone: 'neutral', isLoud: false, isMoving: false } as const
const HOLDING = { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false } as const

const columnsAt = (now: number, owners: Readonly<Record<string, number>>): readonly Column<Member>[] => [
  {
    id: 'state',
    header: 'State',
    width: 92,
    isKept: true,
    cell: ({ instance_id, last_heartbeat }) => {
      if (beatOf(last_heartbeat, now).isLive) return <Status word="alive" look={LIVE} />
      return <Status word="silent" look={(owners[instance_id] ?? 0) > 0 ? HOLDING : SILENT} />
    },
  },
  {
    id: 'member',
    header: 'Member',
    isKept: true,
    cell: ({ instance_id, listen }) => (
      <span className="flex min-w-0 items-center gap-1.5 max-wide:flex-wrap">
        <span className="truncate font-mono text-meta" data-tip={instance_id}>
          {shortId(visible(instance_id))}
        </span>
        <span className="max-wide:hidden">
          <CopyButton text={instance_id} label="Copy member id" />
        </span>
        {listen !== null && <span className="truncate text-ink-3">{visible(listen)}</span>}
      </span>
    ),
  },
  {
    id: 'slots',
    header: 'In flight',
    width: 90,
    isNumber: true,
    cell: ({ in_flight, max_concurrent }) => `${whole(in_flight)} of ${whole(max_concurrent)}`,
  },
  {
    id: 'holds',
    header: 'Runs held',
    width: 84,
    isNumber: true,
    cell: ({ instance_id }) => {
      const held = owners[instance_id] ?? 0
      if (held === 0) return '0'
      return (
        <Link href={pathToRunsOfOwner(instance_id)} label={`${counted(held, 'run')} held by ${instance_id}`}>
          {whole(held)}
        </Link>
      )
    },
  },
  {
    id: 'pools',
    header: 'Pools',
    width: 110,
    isExtra: true,
    cell: ({ pools }) =>
      pools === undefined || pools === null ? <Missing why="this member knows no pools" /> : visible(pools.join(', ')),
  },
  {
    id: 'format',
    header: 'State format',
    width: 92,
    isNumber: true,
    isExtra: true,
    cell: ({ state_format: format }) =>
      format === 0 ? <Missing why="it never said which state format it reads" /> : whole(format),
  },
  {
    id: 'started',
    header: 'Started',
    width: 158,
    isNumber: true,
    isExtra: true,
    cell: (row) => <Time at={row.started_at} />,
  },
  {
    id: 'up',
    header: 'Up for',
    width: 90,
    isNumber: true,
    cell: ({ started_at, last_heartbeat }) => (
      <span data-tip="from its start to its last beat">
        {duration(Date.parse(last_heartbeat) - Date.parse(started_at))}
      </span>
    ),
  },
  {
    id: 'beat',
    header: 'Last beat',
    width: 124,
    isNumber: true,
    isKept: true,
    cell: ({ last_heartbeat }) => {
      const { silentMs, aheadMs, isLive } = beatOf(last_heartbeat, now)
      if (aheadMs !== null) {
        return (
          <span
            className="text-warn"
            data-tip={`Its beat is stamped ${last_heartbeat}, later than the console's clock`}
          >
            clock {duration(aheadMs)} ahead
          </span>
        )
      }
      return (
        <span className={isLive ? 'text-ink-2' : 'text-ink-3'} data-tip={last_heartbeat}>
          {ticking(silentMs)} ago
        </span>
      )
    },
  },
]
