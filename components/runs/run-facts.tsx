'use client'

import { useQuery } from '@tanstack/react-query'
import { useNow } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { type Fact, KeyValues } from '@/components/ui/key-values'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import { type RunFacts as ReadFacts, runFactsQuery, runsBeforeQuery } from '@/lib/client/runs'
import type { BatchOutcomes, RunRecord } from '@/lib/contract/records/runs'
import { batchTotals, type UsageTotals, usageTotals } from '@/lib/derive/run-facts'
import { recordBefore } from '@/lib/derive/run-record-before'
import { type RunTiming, runTiming } from '@/lib/derive/run-timing'
import { bytes } from '@/lib/format/bytes'
import { duration, exactSeconds, ticking } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { perSecond, whole } from '@/lib/format/number'
import { shortId, visible } from '@/lib/format/text'

/** Times, amounts and limits of one run; what nothing recorded is not drawn. */
export function RunFacts({ run }: { run: RunRecord }) {
  const now = useNow(1000)
  const { data } = useQuery(runsBeforeQuery(run))
  const { data: facts } = useQuery(runFactsQuery(run.run_id))
  const timing = runTiming(run, now)
  const usage = usageTotals(run.invocations)
  const batches = batchTotals(run.invocations)
  const usualMs = recordBefore(
    run,
    (data?.runs ?? []).flatMap((row) => (row.ok ? [row.record] : [])),
  ).usualMs
  const rate = timing.ranMs === null ? null : perSecond(run.records_written, timing.ranMs)
  const isWaiting = run.status === 'queued' || run.status === 'pending'
  return (
    <div className="grid gap-3">
      <Timeline run={run} timing={timing} />
      <KeyValues
        facts={[
          { name: 'Submitted', value: <Time at={run.submitted_at} precision="milli" /> },
          {
            name: 'Started',
            value: isWaiting ? (
              'not yet'
            ) : run.started_at === null && run.status === 'sharded' ? (
              'its shards start on their own'
            ) : (
              <Time at={run.started_at} precision="milli" why="it never started" />
            ),
          },
          {
            name: 'Finished',
            value: timing.isLive ? 'not yet' : <Time at={run.finished_at} precision="milli" />,
          },
          timing.queuedMs !== null && {
            name: isWaiting ? 'Waiting for' : 'Waited',
            value: <Length ms={timing.queuedMs} isLive={isWaiting} />,
          },
          !isWaiting && {
            name: timing.isLive ? 'Running for' : 'Ran for',
            value: (
              <>
                <Length ms={timing.ranMs} isLive={timing.isLive} />
                {usualMs !== null && <span className="text-ink-3"> usual {duration(usualMs)}</span>}
              </>
            ),
          },
          {
            name: 'Rows written',
            value: (
              <>
                {whole(run.records_written)}
                {rate !== null && rate !== '0' && <span className="text-ink-3"> {rate}/s</span>}
              </>
            ),
          },
          usage !== null && { name: 'Rows read', value: whole(usage.recordsRead) },
          usage !== null && {
            name: 'Bytes',
            value: (
              <span data-tip={`${whole(usage.bytesRead)} B read\n${whole(usage.bytesWritten)} B written`}>
                {bytes(usage.bytesRead)} read · {bytes(usage.bytesWritten)} written
              </span>
            ),
          },
          batches !== null && { name: 'Batches', value: batchWords(batches) },
          usage !== null && { name: 'Cost', value: <Cost usage={usage} of={run.invocations.length} /> },
          run.idempotency_key !== null && {
            name: 'Idempotency',
            value: (
              <span className="inline-flex max-w-full items-center gap-0.5">
                <span className="font-mono text-meta wrap-anywhere">{visible(run.idempotency_key)}</span>
                <CopyButton text={run.idempotency_key} label="Copy idempotency key" />
              </span>
            ),
          },
          run.timeout_secs !== undefined && { name: 'Time limit', value: duration(Number(run.timeout_secs) * 1000) },
          run.clock !== undefined && {
            name: 'Clock set to',
            value: <span className="font-mono text-meta wrap-anywhere">{visible(run.clock)}</span>,
          },
          run.concurrency !== undefined && { name: 'Concurrency', value: whole(run.concurrency) },
          run.pool !== undefined && run.pool !== 'default' && { name: 'Pool', value: visible(run.pool) },
          run.replay_of !== undefined && {
            name: 'Replays',
            value: <span className="font-mono text-meta wrap-anywhere">{visible(run.replay_of)}</span>,
          },
          { name: 'Attempt', value: String(run.attempt + 1) },
          ...ownership(facts, timing.isLive, now),
        ]}
      />
    </div>
  )
}

/** Who works on it; of a run that has ended, who did. */
function ownership(facts: ReadFacts | undefined, isChanging: boolean, now: number): (Fact | false)[] {
  if (facts === undefined) return []
  const { owner, lease_expires_at: lease, cancel_requested: cancel } = facts
  const isLost = lease !== null && Date.parse(lease) < now
  return [
    owner !== null && {
      name: 'Instance',
      value: (
        <span className="inline-flex max-w-full items-center gap-0.5">
          <span className="truncate font-mono text-meta" data-tip={owner}>
            {shortId(owner)}
          </span>
          <CopyButton text={owner} label="Copy instance id" />
        </span>
      ),
    },
    isChanging &&
      lease !== null && {
        name: isLost ? 'Lease ended' : 'Lease until',
        value: (
          <span className={isLost ? 'text-warn' : undefined}>
            <Time at={lease} />
            {isLost && ' its instance may be gone'}
          </span>
        ),
      },
    isChanging &&
      cancel !== null && { name: 'Cancel', value: <span className="text-warn">asked for, not yet done</span> },
  ]
}

/** Waiting and work, to scale. */
function Timeline({ run, timing }: { run: RunRecord; timing: RunTiming }) {
  const { queuedMs, ranMs } = timing
  if (queuedMs === null && ranMs === null) return null
  const tone =
    run.status === 'failed'
      ? 'bg-bad-solid'
      : run.status === 'completed'
        ? 'bg-good-solid'
        : timing.isLive
          ? 'bg-info-solid'
          : 'bg-idle-solid'
  return (
    <div
      role="img"
      aria-label={`Waited ${duration(queuedMs ?? 0)}, ran ${duration(ranMs ?? 0)}`}
      data-tip={`waited ${exactSeconds(queuedMs ?? 0)}\nran ${exactSeconds(ranMs ?? 0)}`}
      className="flex h-2 gap-px overflow-hidden rounded-chip bg-sunken"
    >
      <i className="block min-w-0.5 bg-warn-solid" style={{ flexGrow: queuedMs ?? 0, flexBasis: 0 }} />
      {ranMs !== null && (
        <i className={`block min-w-0.5 ${tone}`} style={{ flexGrow: Math.max(ranMs, 0.001), flexBasis: 0 }} />
      )}
    </div>
  )
}

function Length({ ms, isLive }: { ms: number | null; isLive: boolean }) {
  if (ms === null) return <Missing />
  return isLive ? ticking(ms) : <span data-tip={exactSeconds(ms)}>{duration(ms)}</span>
}

function batchWords(batches: BatchOutcomes): string {
  const parts: [BatchOutcomes[keyof BatchOutcomes], string][] = [
    [batches.committed, 'committed'],
    [batches.dlq_partial, 'partly to dead letters'],
    [batches.dlq_all, 'wholly to dead letters'],
    [batches.failed, 'failed'],
  ]
  const said = parts.filter(([count]) => Number(count) > 0).map(([count, word]) => `${whole(count)} ${word}`)
  return said.length === 0 ? 'none attempted' : `${said.join(' · ')} of ${whole(batches.attempted)}`
}

function Cost({ usage, of }: { usage: UsageTotals; of: number }) {
  return (
    <>
      {usage.costs.map(({ currency, total }) => money(total, currency)).join(' · ')}
      <span className="text-ink-3">
        {' '}
        estimate
        {usage.covered < of && `, ${usage.covered} of ${of} invocations`}
      </span>
    </>
  )
}
