'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { useBell } from '@/lib/client/bells'
import { logKeys, logTailQuery } from '@/lib/client/logs'
import { useRun } from '@/lib/client/use-runs'
import { ownText } from '@/lib/derive/log-text'
import { levelTone } from '@/lib/derive/run-look'
import { isLive } from '@/lib/derive/run-status'
import { visible } from '@/lib/format/text'
import { pathToRunTab } from '@/lib/url/paths'
import { LineText } from './line-text'

const LEVELS = { bad: 'text-bad', warn: 'text-warn', quiet: 'text-ink-3' } as const
const NOWHERE: readonly number[] = []

/** The last stored lines, and the ways to the others. */
export function LogTail({ runId }: { runId: string }) {
  const run = useRun(runId)
  const isChanging = run.data?.ok === true && isLive(run.data.record.status)
  const isFailed = run.data?.ok === true && run.data.record.status === 'failed'
  const tail = useQuery(logTailQuery(runId))
  useBell(isChanging ? [`logs:${runId}`] : [], logKeys.tail(runId))
  const path = pathToRunTab(runId, 'logs')
  return (
    <Panel
      title="Log"
      note={tail.data !== undefined && tail.data.lines.length > 0 ? 'its last lines' : undefined}
      actions={
        <span className="flex gap-4">
          {isFailed && <Link href={`${path}?at=first-error`}>First error line</Link>}
          <Link href={path}>All lines</Link>
        </span>
      }
      isFlush
    >
      {tail.data === undefined ? (
        <div className="p-3">
          {tail.error === null ? (
            <SkeletonLines lines={8} label="Loading the log" />
          ) : (
            `The log could not be read: ${tail.error.message}`
          )}
        </div>
      ) : tail.data.lines.length === 0 ? (
        <p className="p-3 text-ink-2">{isChanging ? 'No line is stored yet.' : 'No lines are stored.'}</p>
      ) : (
        <div className="py-1.5 font-mono text-meta leading-5">
          {tail.data.lines.map(({ seq, level, line }) => (
            <p key={seq} className="flex gap-3 px-3">
              <span className={`w-10 shrink-0 truncate ${LEVELS[levelTone(level)]}`}>
                {visible(level.toLowerCase())}
              </span>
              <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
                <LineText text={ownText(line)} places={NOWHERE} />
              </span>
            </p>
          ))}
        </div>
      )}
    </Panel>
  )
}
