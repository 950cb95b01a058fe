import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Age, Time } from '@/components/ui/time'
import type { Report } from '@/lib/client/overview'
import { runLook } from '@/lib/derive/run-look'
import { visible } from '@/lib/format/text'
import type { OverviewFilter } from '@/lib/url/overview'
import { pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** The newest runs of the window. */
export function RecentPanel({ report: { recent }, filter }: { report: Report; filter: OverviewFilter }) {
  return (
    <Panel title="Newest runs" actions={<Link href={runsLike(filter, {})}>All runs</Link>} isFlush>
      {recent.length === 0 ? (
        <EmptyState title="No runs in this window" action={<Link href={runsLike(filter, {})}>Look at all runs</Link>} />
      ) : (
        <DataTable label="Newest runs" columns={COLUMNS} rows={recent} rowKey={({ run_id }) => run_id} />
      )}
    </Panel>
  )
}

const COLUMNS: readonly Column<Report['recent'][number]>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 116,
    isKept: true,
    cell: ({ status }) => <Status word={visible(status)} look={runLook(status)} />,
  },
  {
    id: 'run',
    header: 'Run',
    isKept: true,
    cell: ({ run_id, name, pipeline }) => {
      const title = name ?? (pipeline || run_id)
      return (
        <span className="block truncate" data-tip={visible(title)} data-tip-when="cut">
          <span className="font-strong">
            <Link href={pathToRun(run_id)} look="row">
              {visible(title)}
            </Link>
          </span>
          {pipeline !== '' && pipeline !== title && <span className="text-ink-3"> {visible(pipeline)}</span>}
        </span>
      )
    },
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: 158,
    isNumber: true,
    cell: ({ at }) => <Time at={at} />,
  },
  {
    id: 'age',
    header: 'Age',
    width: 78,
    isNumber: true,
    isKept: true,
    cell: ({ at }) => (
      <span className="text-ink-3">
        <Age at={at} />
      </span>
    ),
  },
]
