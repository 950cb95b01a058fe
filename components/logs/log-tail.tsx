'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { useBell } from '@/lib/client/bells'
import { firstLogQuery, logKeys } from '@/lib/client/logs'
import { useRun } from '@/lib/client/use-runs'
import { EMPTY_LOG } from '@/lib/derive/log-lines'
import { isLive } from '@/lib/derive/run-status'
import { whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'
import { LogLineView } from './log-line'

const SHOWN = 8

/** The last stored lines of a short log; of a long one what went wrong in its beginning. */
export function LogTail({ runId }: { runId: string }) {
  const run = useRun(runId)
  const isChanging = run.data?.ok === true && isLive(run.data.record.status)
  const log = useQuery(firstLogQuery(runId))
  useBell(isChanging ? [`logs:${runId}`] : [], logKeys.first(runId))
  const { lines, hasMore } = log.data ?? EMPTY_LOG
  const errors = lines.filter(({ level }) => level === 'ERROR')
  const picked = !hasMore ? lines.slice(-SHOWN) : errors.length > 0 ? errors.slice(0, SHOWN) : lines.slice(0, SHOWN)
  const note = log.data === undefined ? undefined : noteFor(lines.length, hasMore, errors.length)
  return (
    <Panel title="Log" note={note} actions={<Link href={pathToRunTab(runId, 'logs')}>All lines</Link>} isFlush>
      {log.data === undefined ? (
        <div className="p-3">
          {log.error === null ? (
            <SkeletonLines lines={SHOWN} label="Loading the log" />
          ) : (
            `The log could not be read: ${log.error.message}`
          )}
        </div>
      ) : picked.length === 0 ? (
        <p className="p-3 text-ink-2">{isChanging ? 'No line is stored yet.' : 'No lines are stored.'}</p>
      ) : (
        <div className="py-1.5">
          {picked.map((line) => (
            <LogLineView
              key={line.seq}
              line={line}
              number={lines.indexOf(line) + 1}
              words=""
              isWrapped
              isCurrent={false}
              isMarked={false}
              isShort
            />
          ))}
        </div>
      )}
    </Panel>
  )
}

function noteFor(count: number, hasMore: boolean, errors: number): string {
  if (count === 0) return ''
  if (!hasMore) return count <= SHOWN ? `${whole(count)} stored` : `last ${SHOWN} of ${whole(count)} stored`
  return errors > 0
    ? `first errors among more than ${whole(count)} lines`
    : `the beginning of more than ${whole(count)} lines`
}
