'use client'

import { useQuery } from '@tanstack/react-query'
import { Fault, FaultLine } from '@/components/ui/fault'
import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import { type HeadRecord, neighboursQuery } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { knownError } from '@/lib/derive/known-errors'
import { type RecordBefore, recordBefore } from '@/lib/derive/near-runs'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToComparedRuns, pathToInvocation, pathToRun, pathToRunsWithError, pathToRunTab } from '@/lib/url/paths'

interface RunFailureProps {
  run: HeadRecord
  digest: RunDigest
  isShort: boolean
}

/** Why it failed, whole, what is known about it, and the ways on from here. */
export function RunFailure({ run, digest, isShort }: RunFailureProps) {
  const text = digest.failure
  if (run.status !== 'failed' && run.error === null) return null
  if (text === null) return <Fault text="It failed and left no reason." />
  if (isShort) return <FaultLine text={text} href={pathToRun(run.run_id)} />
  const known = knownError(text)
  const failed = countOf(digest, 'failed')
  return (
    <Fault text={text} {...(known !== null && { title: known.title })}>
      {known !== null && <p>{known.hint}</p>}
      <FailedRows runId={run.run_id} digest={digest} />
      <Before run={run} failure={text} />
      <p className="flex flex-wrap gap-x-4 *:inline-flex *:min-h-6 *:items-center">
        {failed > 1 && (
          <Link href={`${pathToRunTab(run.run_id, 'invocations')}?status=failed`}>
            All {whole(failed)} failed invocations
          </Link>
        )}
        <Link href={`${pathToRunTab(run.run_id, 'logs')}?level=ERROR`}>Errors in the log</Link>
        <Link href={pathToRunsWithError(text)}>Other runs with this error</Link>
      </p>
    </Fault>
  )
}

const NAMED = 3
const countOf = ({ statuses }: RunDigest, sought: string): number =>
  statuses.find(({ word }) => word === sought)?.count ?? 0

function FailedRows({ runId, digest }: { runId: string; digest: RunDigest }) {
  const { invocations: all, shown } = digest
  if (all === 0) return <p>It failed before any invocation had ended; nothing was recorded as written.</p>
  const failed = countOf(digest, 'failed')
  if (failed === 0) return <p>No invocation reports an error of its own; {counted(all, 'invocation')} ended.</p>
  const good = countOf(digest, 'succeeded')
  const skipped = countOf(digest, 'skipped')
  const named = shown.filter(({ status }) => status === 'failed').slice(0, NAMED)
  return (
    <p>
      {all === 1 ? 'Its one invocation failed' : `${whole(failed)} of ${counted(all, 'invocation')} failed`}:{' '}
      {named.map(({ n, row_id, parent_record_key: parent }, at) => (
        <span key={n} className="font-mono wrap-anywhere">
          {at > 0 && ', '}
          <Link href={pathToInvocation(runId, row_id, parent ?? null)} look="inline">
            {visible(row_id)}
          </Link>
        </span>
      ))}
      {failed > named.length && ` and ${whole(failed - named.length)} more`}.
      {good > 0 &&
        ` ${good === 1 ? 'The other one' : `The ${whole(good)} others`} that ended well kept what they wrote, and their bookmarks.`}
      {skipped > 0 && ` ${whole(skipped)} were skipped because of it.`}
    </p>
  )
}

/** What the runs of this name before it say. The line is there from the start: nothing moves when the answer comes. */
function Before({ run, failure }: { run: HeadRecord; failure: string }) {
  const { data, isLoading, isError } = useQuery(neighboursQuery(run.run_id))
  if (!run.name?.trim()) return null
  if (data === undefined) {
    const words = isLoading ? 'Looking at the runs of this name before it…' : 'The runs before it could not be read.'
    return <p>{isLoading || isError ? words : ''}</p>
  }
  return <p>{wordsFor(run.run_id, recordBefore(run, failure, data.before), data.reached !== null)}</p>
}

function wordsFor(runId: string, { looked, lastGood, streak, streakBegan, sameWords }: RecordBefore, isCut: boolean) {
  if (looked === 0) return isCut ? 'No run of this name is near.' : 'It is the first run of this name that is kept.'
  return (
    <>
      {lastGood === null ? (
        `No good run among the ${looked} of this name before it`
      ) : streakBegan === null ? (
        'The run of this name before it was good'
      ) : (
        <>
          Failing since <Link href={pathToRun(streakBegan.run_id)}>{streak} runs</Link>, first{' '}
          <Age at={streakBegan.submitted_at} isSentence />
        </>
      )}
      {sameWords > 0 && ` · ${counted(sameWords, 'earlier run')} failed with the same words`}
      {lastGood !== null && (
        <>
          {' · '}
          <Link href={pathToRun(lastGood.run_id)}>last good run</Link> <Age at={lastGood.submitted_at} isSentence />
          {lastGood.rows !== null && `, ${counted(lastGood.rows, 'row')}`}
          {' · '}
          <Link href={pathToComparedRuns(lastGood.run_id, runId)}>what is different now</Link>
        </>
      )}
    </>
  )
}
