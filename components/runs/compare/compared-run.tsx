'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import { neighboursQuery, type RunHead } from '@/lib/client/run-parts'
import { runTitle } from '@/lib/derive/run-facts'
import { shortId, visible } from '@/lib/format/text'
import { pathToComparedRuns, pathToRun } from '@/lib/url/paths'
import { RunStatus } from '../run-status'
import { RunPicker } from './run-picker'

interface ComparedRunProps {
  side: 'a' | 'b'
  id: string | null
  /** The run on the other side. */
  other: string | null
  head: Pick<UseQueryResult<RunHead>, 'data' | 'error' | 'refetch'>
}

const TITLES = { a: 'Before', b: 'After' } as const

/** One of the two: which it is, and how to put another in its place. */
export function ComparedRun({ side, id, other, head: { data, error, refetch } }: ComparedRunProps) {
  const to = (chosen: string) => (side === 'a' ? pathToComparedRuns(chosen, other) : pathToComparedRuns(other, chosen))
  return (
    <Panel title={TITLES[side]}>
      <div className="grid gap-3">
        {id === null ? (
          <p className="text-ink-2">No run is chosen here.</p>
        ) : data !== undefined ? (
          <Told id={id} head={data} />
        ) : error === null ? (
          <SkeletonLines lines={2} label="Loading the run" />
        ) : isApiError(error) && error.status === 404 ? (
          <div className="grid gap-1">
            <p className="font-strong">No such run</p>
            <p className="text-ink-2">
              There is no run <span className="font-mono text-meta wrap-anywhere">{visible(id)}</span>, or it is not
              yours to see. Engines remove finished runs when their retention ends.
            </p>
          </div>
        ) : (
          <ErrorState title="The run could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
        )}
        {other !== null && <LastGood of={other} current={id} side={side} />}
        <RunPicker name={side} near={other ?? id} current={id} to={to} />
      </div>
    </Panel>
  )
}

function Told({ id, head: { run } }: { id: string; head: RunHead }) {
  const name = run.ok ? runTitle(run.record) : (run.columns['name'] ?? id)
  const status = run.ok ? run.record.status : (run.columns['status'] ?? '')
  return (
    <div className="grid gap-1">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 text-section font-title wrap-anywhere">
          <Link href={pathToRun(id)}>{visible(name)}</Link>
        </span>
        <RunStatus status={status} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-meta text-ink-2">
        <span className="font-mono" data-tip={id}>
          {shortId(id)}
        </span>
        {run.ok && <Time at={run.record.submitted_at} />}
      </p>
      {!run.ok && <p className="text-warn">This run cannot be read: {run.reason}</p>}
    </div>
  )
}

/** The comparison that is wanted most: against the last run of the same name that went well. */
function LastGood({ of, current, side }: { of: string; current: string | null; side: 'a' | 'b' }) {
  const { data } = useQuery(neighboursQuery(of))
  const good = data?.before.find(({ status }) => status === 'completed')
  if (side === 'b' || good === undefined || good.run_id === current) return null
  return (
    <p>
      <Link href={pathToComparedRuns(good.run_id, of)}>Compare with the last good run before it</Link>
    </p>
  )
}
