'use client'

import { useQuery } from '@tanstack/react-query'
import { useNow } from '@/components/ui/clock'
import { Figure, Figures } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { type HeadRecord, neighboursQuery, type RunFacts } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'
import { recordBefore } from '@/lib/derive/near-runs'
import { runTiming } from '@/lib/derive/run-timing'
import { bytes } from '@/lib/format/bytes'
import { duration, exactSeconds, ticking } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { compact, counted, perSecond, whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'
import { lagWords } from './lag-words'

interface RunFiguresProps {
  run: HeadRecord
  digest: RunDigest
  shards: RunFacts['shards']
}

/** The few numbers that stand for the run; what nothing recorded is not there. */
export function RunFigures({ run, digest, shards }: RunFiguresProps) {
  const timing = runTiming(run, useNow(1000))
  const { data: near } = useQuery(neighboursQuery(run.run_id))
  const { usualMs } = recordBefore(run, null, near?.before ?? [])
  const { usage, invocations } = digest
  const rate = timing.ranMs === null ? null : perSecond(run.records_written, timing.ranMs)
  const failed = digest.statuses.find(({ word }) => word === 'failed')?.count ?? 0
  const lag = lagWords(digest.lag)
  return (
    <Figures label="In numbers">
      <Figure
        name={timing.isLive ? (timing.ranMs === null ? 'Waiting for' : 'Running for') : 'Ran for'}
        value={<Length ms={timing.ranMs ?? timing.queuedMs} isLive={timing.isLive} />}
        note={usualMs === null ? undefined : `usual ${duration(usualMs)}`}
        tone={timing.isLive && timing.ranMs !== null ? 'info' : undefined}
      />
      {shards !== null && (
        <Figure
          name="Shards done"
          value={`${whole(shards.completed)} of ${whole(shards.total)}`}
          share={shards.completed / shards.total}
          note={shards.failed > 0 ? <span className="text-bad">{whole(shards.failed)} failed</span> : undefined}
        />
      )}
      <Figure
        name="Rows written"
        value={
          timing.isLive && run.records_written === 0 ? (
            <Missing why="engines tell when the run has ended" />
          ) : (
            <span data-tip={whole(run.records_written)}>{shortCount(run.records_written)}</span>
          )
        }
        note={timing.isLive ? 'told when it ends' : rowsNote(run.records_written, rate)}
      />
      {invocations > 0 && (
        <Figure
          name="Invocations"
          value={
            <Link href={pathToRunTab(run.run_id, 'invocations')} look="plain">
              {whole(invocations)}
            </Link>
          }
          note={
            failed > 0 ? (
              <span className="inline-flex *:inline-flex *:min-h-6 *:items-center">
                <Link href={`${pathToRunTab(run.run_id, 'invocations')}?status=failed`}>
                  <span className="text-bad">{whole(failed)} failed</span>
                </Link>
              </span>
            ) : digest.statuses.length === 1 ? (
              digest.statuses[0]?.word
            ) : (
              digest.statuses.map(({ word, count }) => `${whole(count)} ${word}`).join(' · ')
            )
          }
        />
      )}
      {usage !== null && (
        <Figure
          name="Read"
          value={<span data-tip={`${whole(usage.bytes_read)} B`}>{bytes(usage.bytes_read)}</span>}
          note={`${counted(usage.records_read, 'row')} · wrote ${bytes(usage.bytes_written)}`}
        />
      )}
      {lag !== null && <Figure name={timing.isLive ? 'Source behind' : 'Source behind at the end'} value={lag} />}
      {usage !== null && (
        <Figure
          name="Cost, estimate"
          value={usage.costs.map(({ currency, total }) => money(total, currency)).join(' + ')}
          note={costNote(usage, invocations)}
        />
      )}
    </Figures>
  )
}

const Length = ({ ms, isLive }: { ms: number | null; isLive: boolean }) =>
  ms === null ? '—' : isLive ? ticking(ms) : <span data-tip={exactSeconds(ms)}>{duration(ms)}</span>

/** Every digit while there is room for them; else they stand below. */
const ROOM = 1_000_000_000
const shortCount = (count: Count): string => (count < ROOM ? whole(count) : compact(count))

function rowsNote(count: Count, rate: string | null): string | undefined {
  const parts = [count >= ROOM && whole(count), rate !== null && rate !== '0' && `${rate}/s`].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(' · ')
}

function costNote({ covered, costs }: NonNullable<RunDigest['usage']>, of: number): string | undefined {
  const hosted = costs.filter(({ hosted: amount }) => amount > 0)
  const parts = [
    covered < of && `${whole(covered)} of ${counted(of, 'invocation')}`,
    hosted.length > 0 && `hosted ${hosted.map((one) => money(one.hosted, one.currency)).join(' + ')}`,
  ].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(' · ')
}
