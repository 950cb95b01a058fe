import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Age, Time } from '@/components/ui/time'
import type { ErrorGroup, Report } from '@/lib/client/overview'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import type { OverviewFilter } from '@/lib/url/overview'
import { pathToRun } from '@/lib/url/paths'
import { runsLike, windowOf } from './addresses'

interface ErrorsPanelProps {
  report: Report
  filter: OverviewFilter
}

/** Failures that say the same, whatever ids, numbers and hosts stand in them. */
export function ErrorsPanel({ report, filter }: ErrorsPanelProps) {
  const { errors, error_count, failures, reached } = report
  const span = windowOf(filter, report)
  return (
    <Panel
      title="Errors"
      note={
        errors.length === 0 ? undefined : (
          <>
            {counted(error_count, 'kind')} in {counted(failures, 'failed run')}
            {reached !== null && (
              <>
                {' '}
                since <Time at={reached} precision="minute" />
              </>
            )}
          </>
        )
      }
      actions={<Link href={runsLike(filter, { ...span, status: ['failed'] })}>All failed</Link>}
      isFlush
    >
      {errors.length === 0 ? (
        <EmptyState title="No run failed in this window" />
      ) : (
        <ol>
          {errors.map((group) => (
            <GroupItem key={group.last_run_id} group={group} filter={filter} span={span} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface GroupItemProps {
  group: ErrorGroup
  filter: OverviewFilter
  span: { since: string; until?: string }
}

function GroupItem({ group, filter, span }: GroupItemProps) {
  const { error, count, pipelines, pipeline_count, first_at, last_at, last_run_id } = group
  return (
    <li className="grid-count gap-x-3 border-b border-line px-3 py-2 last:border-b-0">
      <span className="text-right text-section font-title tabular-nums">{whole(count)}</span>
      <div className="grid min-w-0 gap-0.5">
        <p className="line-clamp-2 font-mono text-meta wrap-anywhere" data-tip={visible(error)} data-tip-when="cut">
          <Link href={pathToRun(last_run_id)} look="plain">
            {visible(error)}
          </Link>
        </p>
        <p className="text-meta leading-6 text-ink-3">
          {pipelines.map(({ pipeline, count: failures }, index) => (
            <span key={pipeline}>
              {index > 0 && ' · '}
              {pipeline === '' ? (
                'without a pipeline'
              ) : (
                <Link href={runsLike(filter, { ...span, status: ['failed'], pipeline })} look="inline">
                  {visible(pipeline)}
                </Link>
              )}{' '}
              {whole(failures)}
            </span>
          ))}
          {pipeline_count > pipelines.length && ` · ${counted(pipeline_count - pipelines.length, 'more pipeline')}`} ·
          last <Age at={last_at} isSentence />
          {count > 1 && (
            <>
              , first <Age at={first_at} isSentence />
            </>
          )}
        </p>
      </div>
    </li>
  )
}
