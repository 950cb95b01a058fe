'use client'

import { useQuery } from '@tanstack/react-query'
import { Fault, FaultLine } from '@/components/ui/fault'
import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import { runsBeforeQuery } from '@/lib/client/runs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { failedOf, failureText } from '@/lib/derive/run-facts'
import { type RecordBefore, recordBefore } from '@/lib/derive/run-record-before'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToRunTab } from '@/lib/url/paths'

/** Why it failed, whole, and what is known about it. */
export function RunFailure({ run, isShort }: { run: RunRecord; isShort: boolean }) {
  const text = failureText(run)
  if (run.status !== 'failed' && run.error === null) return null
  if (text === null) return <Fault text="It failed and left no reason." />
  if (isShort) return <FaultLine text={text} href={pathToRun(run.run_id)} />
  const failed = failedOf(run.invocations)
  return (
    <Fault text={text}>
      <FailedRows run={run} names={failed.map(({ row_id }) => row_id)} />
      <Before run={run} />
      <p className="flex flex-wrap gap-x-4">
        {failed.length > 1 && (
          <Link href={`${pathToRunTab(run.run_id, 'invocations')}?failed=1`}>All failed invocations</Link>
        )}
        <Link href={`${pathToRunTab(run.run_id, 'logs')}?level=ERROR`}>Errors in the log</Link>
      </p>
    </Fault>
  )
}

const NAMED = 3

function FailedRows({ run, names }: { run: RunRecord; names: readonly string[] }) {
  const all = run.invocations.length
  if (all === 0) return <p>It failed before any invocation had ended; nothing was recorded as written.</p>
  if (names.length === 0) return <p>No invocation reports an error of its own; {counted(all, 'invocation')} ended.</p>
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const rest = all - names.length
  return (
    <p>
      {all === 1 ? 'Its one invocation failed' : `${names.length} of ${counted(all, 'invocation')} failed`}:{' '}
      <span className="font-mono wrap-anywhere">{visible(names.slice(0, NAMED).join(', '))}</span>
      {more}
      {rest > 0 && `. The other ${rest} kept what they wrote`}.
    </p>
  )
}

/** What the runs of this name before it say. The line is there from the start: nothing moves when the answer comes. */
function Before({ run }: { run: RunRecord }) {
  const { data, isLoading, isError } = useQuery(runsBeforeQuery(run))
  if (!run.name?.trim()) return null
  if (data === undefined) {
    return (
      <p>
        {isLoading
          ? 'Looking at the runs of this name before it…'
          : isError
            ? 'The runs before it could not be read.'
            : ''}
      </p>
    )
  }
  const told = recordBefore(
    run,
    data.runs.flatMap((row) => (row.ok ? [row.record] : [])),
  )
  return <p>{wordsFor(told, run)}</p>
}

function wordsFor(told: RecordBefore<RunRecord>, run: RunRecord) {
  if (told.looked === 0) return 'It is the first run of this name that is kept.'
  const { streakBegan, lastGood } = told
  return (
    <>
      {streakBegan !== null && streakBegan.run_id !== run.run_id ? (
        <>
          Failing since <Link href={pathToRun(streakBegan.run_id)}>{told.streak} runs</Link>, first{' '}
          <Age at={streakBegan.submitted_at} isSentence />
        </>
      ) : streakBegan !== null ? (
        'The run of this name before it was good'
      ) : (
        `No good run among the ${told.looked} of this name before it`
      )}
      {told.sameWords > 0 && ` · ${counted(told.sameWords, 'earlier run')} failed with the same words`}
      {lastGood !== null && (
        <>
          {' · '}
          <Link href={pathToRun(lastGood.run_id)}>last good run</Link> <Age at={lastGood.submitted_at} isSentence />,{' '}
          {counted(lastGood.records_written, 'row')}
        </>
      )}
    </>
  )
}
