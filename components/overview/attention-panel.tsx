'use client'

import type { ReactNode } from 'react'
import { useNow } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatusMark } from '@/components/ui/status'
import { Age } from '@/components/ui/time'
import { Unavailable } from '@/components/ui/unavailable'
import type { Failing, Overview } from '@/lib/client/overview'
import { runLook } from '@/lib/derive/run-look'
import { duration } from '@/lib/format/duration'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToCluster, pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** What needs somebody now, worst first; each with since when and the way there. */
export function AttentionPanel({ overview }: { overview: Overview }) {
  const now = useNow(15_000)
  const { going, members, expired, expired_count, slow, slow_count, failing, failing_count, range } = overview
  const isStranded = going.pending > 0 && members === 0
  const count = (isStranded ? 1 : 0) + expired_count + slow_count + failing_count
  return (
    <Panel title="Needs attention" note={count === 0 ? undefined : counted(count, 'thing')} isFlush>
      {count === 0 ? (
        <Unavailable title="Nothing does">
          No name fails, nothing runs plainly longer than usual, no lease has run out and nothing waits for a member
          that is not there.
        </Unavailable>
      ) : (
        <ul>
          {isStranded && going.oldest_waiting !== null && (
            <Item
              status="pending"
              title={
                <Link href={runsLike({ status: ['pending'] })}>{counted(going.pending, 'run')} wait for nobody</Link>
              }
              age={going.oldest_waiting.submitted_at}
              reason="No cluster member is alive, so no pending run will start."
              action={<Link href={pathToCluster()}>Cluster</Link>}
            />
          )}
          {expired.map((run) => (
            <Item
              key={`lease ${run.run_id}`}
              status="failed"
              title={<Link href={pathToRun(run.run_id)}>{visible(run.name ?? run.run_id)}</Link>}
              words="orphaned"
              age={run.lease ?? run.submitted_at}
              reason={`It is ${run.status}, but whoever held it has stopped renewing its lease.`}
            />
          ))}
          <More shown={expired.length} of={expired_count} what="orphaned" href={pathToCluster()} />
          {failing.map((one) => (
            <FailingItem key={`fails ${one.name}`} failing={one} range={range} />
          ))}
          <More
            shown={failing.length}
            of={failing_count}
            what="failing names"
            href={runsLike({ status: ['failed'], since: range })}
          />
          {slow.map((run) => (
            <Item
              key={`slow ${run.run_id}`}
              status="running"
              title={<Link href={pathToRun(run.run_id)}>{visible(run.name ?? run.run_id)}</Link>}
              words="slow"
              age={run.submitted_at}
              reason={`Going on for ${duration(now - Date.parse(run.submitted_at))}; usually ${duration(run.usual_ms ?? 0)}, the middle of ${counted(run.usual_of, 'completed run')}.`}
            />
          ))}
          <More
            shown={slow.length}
            of={slow_count}
            what="slow runs"
            href={runsLike({ status: ['running', 'sharded'] })}
          />
        </ul>
      )}
    </Panel>
  )
}

function FailingItem({ failing, range }: { failing: Failing; range: Overview['range'] }) {
  const { name, streak, failed, completed, first_failed_at, last_failed_run, last_good, error } = failing
  const list = runsLike({ status: ['failed'], since: range, ...(name !== null && { name }) })
  return (
    <Item
      status="failed"
      title={<Link href={pathToRun(last_failed_run)}>{name === null ? 'Runs without a name' : visible(name)}</Link>}
      words={streak === 1 ? 'failed' : `failed ${whole(streak)} times in a row`}
      age={first_failed_at}
      reason={error === null ? null : visible(error)}
      isError
      action={
        <>
          <Link href={list} look="inline">
            {counted(failed, 'failure')}
          </Link>{' '}
          of {whole(failed + completed)} ·{' '}
          {last_good === null ? (
            'none completed in this window'
          ) : (
            <>
              <Link href={pathToRun(last_good.run_id)} look="inline">
                last good
              </Link>{' '}
              <Age at={last_good.at} isSentence />
            </>
          )}
        </>
      }
    />
  )
}

interface ItemProps {
  status: string
  title: ReactNode
  words?: string
  /** Since when. */
  age: string
  reason: string | null
  isError?: boolean
  action?: ReactNode
}

function Item({ status, title, words, age, reason, isError = false, action }: ItemProps) {
  return (
    <li className="grid gap-1 border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-w-0 items-baseline gap-2">
        <StatusMark look={runLook(status)} />
        <span className="min-w-0 truncate font-strong">{title}</span>
        {words !== undefined && <span className="shrink-0 text-meta text-ink-2">{words}</span>}
        <span className="ml-auto shrink-0 text-meta text-ink-3">
          since <Age at={age} isSentence />
        </span>
      </div>
      {reason !== null && (
        <p
          className={`line-clamp-2 wrap-anywhere text-meta ${isError ? 'text-bad' : 'text-ink-2'}`}
          data-tip={reason}
          data-tip-when="cut"
        >
          {reason}
        </p>
      )}
      {action !== undefined && <p className="text-meta leading-6 text-ink-3">{action}</p>}
    </li>
  )
}

function More({ shown, of, what, href }: { shown: number; of: number; what: string; href: string }) {
  if (of <= shown) return null
  return (
    <li className="border-b border-line px-3 py-1.5 text-meta last:border-b-0">
      <Link href={href}>
        {whole(of - shown)} more {what}
      </Link>
    </li>
  )
}
