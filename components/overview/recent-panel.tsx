import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Age, Time } from '@/components/ui/time'
import type { Glance, Overview } from '@/lib/client/overview'
import { runLook } from '@/lib/derive/run-look'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** The newest runs of the window. */
export function RecentPanel({ overview: { recent } }: { overview: Overview }) {
  return (
    <Panel title="Newest runs" actions={<Link href={runsLike({})}>All runs</Link>} isFlush>
      {recent.length === 0 ? (
        <EmptyState
          title="No runs in this window"
          hint={
            <>
              Send one to an engine that writes to this database, for example with <code>POST /v1/runs</code>.
            </>
          }
          action={<Link href={runsLike({})}>Look at all runs</Link>}
        />
      ) : (
        <DataTable label="Newest runs" columns={COLUMNS} rows={recent} rowKey={({ run_id }) => run_id} />
      )}
    </Panel>
  )
}

const COLUMNS: readonly Column<Glance>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 110,
    isKept: true,
    cell: ({ status }) => <Status word={visible(status)} look={runLook(status)} />,
  },
  {
    id: 'run',
    header: 'Run',
    isKept: true,
    cell: ({ run_id, name }) => (
      <span className="block truncate font-strong">
        <Link href={pathToRun(run_id)} look="row">
          {visible(name ?? run_id)}
        </Link>
      </span>
    ),
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: 158,
    isNumber: true,
    cell: ({ submitted_at }) => <Time at={submitted_at} />,
  },
  {
    id: 'age',
    header: 'Age',
    width: 74,
    isNumber: true,
    isKept: true,
    cell: ({ submitted_at }) => (
      <span className="text-ink-3">
        <Age at={submitted_at} />
      </span>
    ),
  },
]
