import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { UnreadableNote } from '@/components/ui/unreadable-row'
import type { RunRow } from '@/lib/client/runs'
import { failureText, pipelineBeside } from '@/lib/derive/run-facts'
import { firstLine, visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'
import type { RunColumn } from '@/lib/url/runs-look'
import { PeekButton } from './peek-button'
import { RunLabels } from './run-labels'
import { runIdOf, titleOf } from './run-row'
import type { Peek } from './use-peek'

/**
 * The name, its pipeline, the reason of a failure, and at the end its labels: one line where there is room, two where not.
 * What has a column of its own stands here only where there is no room for that.
 */
interface RunCellProps {
  row: RunRow
  columns: readonly RunColumn[]
  peek: Peek
}

export function RunCell({ row, columns, peek }: RunCellProps) {
  const title = titleOf(row)
  const id = runIdOf(row)
  const pipeline = row.ok ? pipelineBeside(row.record) : null
  const failure = row.ok && row.record.status === 'failed' ? failureText(row.record) : null
  const own = (column: RunColumn) => columns.includes(column) && '@broad:hidden'
  return (
    <span className="flex min-w-0 items-baseline gap-x-2 @max-lean:flex-wrap">
      <span className="max-w-full shrink-0 truncate font-strong" data-tip={visible(title)} data-tip-when="cut">
        {id === null ? (
          visible(title)
        ) : (
          <Link href={pathToRun(id)} look="row" isCurrent={peek.id === id}>
            {visible(title)}
          </Link>
        )}
      </span>
      {pipeline !== null && (
        <span
          className={cx('max-w-40 shrink-0 truncate text-ink-3', own('pipeline'))}
          data-tip={visible(pipeline)}
          data-tip-when="cut"
        >
          {visible(pipeline)}
        </span>
      )}
      {failure !== null && (
        <span
          className={cx(
            'min-w-40 grow basis-0 truncate text-meta text-bad @max-lean:line-clamp-2 @max-lean:basis-full @max-lean:whitespace-normal',
            own('error'),
          )}
          data-tip={visible(failure.slice(0, 2000))}
          data-tip-when="cut"
        >
          {visible(firstLine(failure))}
        </span>
      )}
      {id !== null && <PeekButton title={visible(title)} onPress={() => peek.open(id)} />}
      {!row.ok && <UnreadableNote reason={row.reason} />}
      {row.ok && !columns.includes('labels') && (
        <span
          className={cx(
            'ml-auto flex min-w-0 shrink items-center gap-1 self-center overflow-hidden pl-2 @max-mid:hidden',
            (columns.includes('error') || columns.includes('pipeline')) && '@broad:@max-vast:hidden',
          )}
        >
          <RunLabels labels={row.record.labels} most={failure === null ? 2 : 1} hidden={['pipeline']} />
        </span>
      )}
    </span>
  )
}
