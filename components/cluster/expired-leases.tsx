import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Age, Time } from '@/components/ui/time'
import type { ClusterReport, NamedRun } from '@/lib/client/cluster'
import { runLook } from '@/lib/derive/run-look'
import { whole } from '@/lib/format/number'
import { shortId, visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'

/** Runs whose holder has stopped renewing: nobody works on them until a member takes over or an engine starts. */
export function ExpiredLeases({ held }: { held: ClusterReport['held'] }) {
  if (held.expired === 0) return null
  const { expired, expired_runs: runs } = held
  return (
    <Panel
      title="Leases run out"
      note={
        runs.length < expired
          ? `${whole(runs.length)} newest of ${whole(expired)}`
          : 'their holder is gone; a live member takes them over, a starting engine ends them as failed'
      }
      isFlush
    >
      <DataTable label="Runs whose lease has run out" columns={COLUMNS} rows={runs} rowKey={({ run_id }) => run_id} />
    </Panel>
  )
}

const COLUMNS: readonly Column<NamedRun>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 104,
    isKept: true,
    cell: ({ status }) => <Status word={status} look={runLook(status)} />,
  },
  {
    id: 'run',
    header: 'Run',
    isKept: true,
    cell: ({ run_id, name }) => (
      <span className="block truncate font-strong">
        <Link href={pathToRun(run_id)} look="row">
          {visible(name?.trim() ? name : run_id)}
        </Link>
      </span>
    ),
  },
  {
    id: 'owner',
    header: 'Held by',
    width: 160,
    cell: ({ owner }) =>
      owner === null ? (
        <Missing why="nobody holds it" />
      ) : (
        <span className="font-mono text-meta" data-tip={owner}>
          {shortId(owner)}
        </span>
      ),
  },
  {
    id: 'lease',
    header: 'Lease until',
    width: 158,
    isNumber: true,
    cell: ({ lease_expires_at: at }) => <Time at={at} why="it was never given a lease" />,
  },
  {
    id: 'age',
    header: 'Ran out',
    width: 80,
    isNumber: true,
    isKept: true,
    cell: ({ lease_expires_at: at }) => <Age at={at} />,
  },
]
