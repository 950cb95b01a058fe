import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Age, Time } from '@/components/ui/time'
import type { ErrorGroup, Overview } from '@/lib/client/overview'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** Failures that say the same, whatever ids, numbers and hosts stand in them. */
export function ErrorsPanel({ overview }: { overview: Overview }) {
  const { errors, error_count, failures_read, failures_reached, range } = overview
  return (
    <Panel
      title="Errors"
      note={
        errors.length === 0 ? undefined : (
          <>
            {counted(error_count, 'kind')} in {counted(failures_read, 'failed run')}
            {failures_reached !== null && (
              <>
                , the newest, back to <Time at={failures_reached} />
              </>
            )}
          </>
        )
      }
      actions={<Link href={runsLike({ status: ['failed'], since: range })}>All failed</Link>}
      isFlush
    >
      {errors.length === 0 ? (
        <EmptyState title="No run failed in this window" />
      ) : (
        <ol>
          {errors.map((group) => (
            <GroupItem key={group.last_run_id} group={group} range={range} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function GroupItem({ group, range }: { group: ErrorGroup; range: Overview['range'] }) {
  const { error, count, names, name_count, first_at, last_at, last_run_id } = group
  return (
    <li className="grid-count gap-x-3 border-b border-line px-3 py-2 last:border-b-0">
      <span className="text-right text-section font-title tabular-nums">{whole(count)}</span>
      <div className="grid min-w-0 gap-1.5">
        <p className="line-clamp-2 font-mono text-meta wrap-anywhere" data-tip={visible(error)} data-tip-when="cut">
          <Link href={pathToRun(last_run_id)} look="plain">
            {visible(error)}
          </Link>
        </p>
        <p className="text-meta leading-6 text-ink-3">
          {names.map(({ name, count: failures }, index) => (
            <span key={name}>
              {index > 0 && ' · '}
              {name === null ? (
                'without a name'
              ) : (
                <Link href={runsLike({ status: ['failed'], since: range, name })} look="inline">
                  {visible(name)}
                </Link>
              )}{' '}
              {whole(failures)}
            </span>
          ))}
          {name_count > names.length && ` · ${counted(name_count - names.length, 'more name')}`} · last{' '}
          <Age at={last_at} isSentence />
          {count > 1 && (
            <>
              , first seen <Age at={first_at} isSentence />
            </>
          )}
        </p>
      </div>
    </li>
  )
}
