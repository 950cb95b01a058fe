'use client'

import type { ReactNode } from 'react'
import { useNow } from '@/components/ui/clock'
import { cx } from '@/components/ui/cx'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Age, Time } from '@/components/ui/time'
import type { Count } from '@/lib/contract/records/primitives'
import { type Change, changeOf } from '@/lib/derive/run-compare'
import { runTiming } from '@/lib/derive/run-timing'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { RunStatus } from '../run-status'
import type { ReadableHead } from './readable-head'

interface Fact {
  name: string
  a: ReactNode
  b: ReactNode
  isSame: boolean
  change?: Change | null
}

/** What both runs were, line by line; what differs is marked, in words and not by colour alone. */
export function CompareFacts({ a, b }: { a: ReadableHead; b: ReadableHead }) {
  const facts = factsOf(a, b, useNow(5000))
  const differing = facts.filter(({ isSame }) => !isSame).length
  return (
    <Panel
      title="Facts"
      note={differing === 0 ? 'nothing differs' : `${counted(differing, 'line differs', 'lines differ')}`}
      isFlush
    >
      <table aria-label="Facts of both runs" className="w-full table-fixed">
        <thead>
          <tr className="text-left text-label text-ink-3">
            <th scope="col" className="w-1/4 px-3 py-1.5 font-control">
              Fact
            </th>
            <th scope="col" className="px-2 py-1.5 font-control">
              Before
            </th>
            <th scope="col" className="px-2 py-1.5 font-control">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, a: left, b: right, isSame, change }) => (
            <tr key={name} className={cx('border-t border-line align-top', !isSame && 'bg-accent-weak')}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal text-ink-2">
                {name}
                {!isSame && <span className="sr-only">, differs</span>}
              </th>
              <td className="px-2 py-1.5 wrap-anywhere tabular-nums">{left}</td>
              <td className="px-2 py-1.5 wrap-anywhere tabular-nums">
                {right}
                {change?.percent != null && (
                  <span className={cx('ml-2 text-meta', change.isNotable ? 'font-strong text-warn' : 'text-ink-3')}>
                    {change.percent}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function factsOf(a: ReadableHead, b: ReadableHead, now: number): Fact[] {
  const [timeA, timeB] = [runTiming(a.run, now), runTiming(b.run, now)]
  const [costA, costB] = [costOf(a), costOf(b)]
  const facts: (Fact | false)[] = [
    words('Status', a.run.status, b.run.status, (status) => <RunStatus status={status} />),
    words('Name', a.run.name, b.run.name),
    words('Pipeline', label(a, 'pipeline'), label(b, 'pipeline')),
    words('Template', template(a), template(b)),
    words('Tenant', a.run.tenant, b.run.tenant),
    words('Submitted by', a.run.submitted_by ?? a.facts.submission?.by, b.run.submitted_by ?? b.facts.submission?.by),
    { name: 'Submitted', a: <Moment at={a.run.submitted_at} />, b: <Moment at={b.run.submitted_at} />, isSame: true },
    numbers('Waited', timeA.queuedMs, timeB.queuedMs, duration, NOISE_MS),
    numbers('Ran for', timeA.ranMs, timeB.ranMs, duration, NOISE_MS),
    count('Rows written', a.run.records_written, b.run.records_written),
    count('Rows read', a.digest.usage?.records_read, b.digest.usage?.records_read),
    count('Rows offered', a.digest.rows?.offered, b.digest.rows?.offered),
    count('Rows failed or in quarantine', lost(a), lost(b)),
    count('Batches with dead letters', letters(a), letters(b)),
    count('Invocations', a.digest.invocations, b.digest.invocations),
    count('Failed invocations', failed(a), failed(b)),
    costA?.currency === costB?.currency &&
      numbers('Cost, estimate', costA?.total ?? null, costB?.total ?? null, (amount) =>
        money(amount, costA?.currency ?? ''),
      ),
    words('Connectors', a.digest.connectors.join(', ') || null, b.digest.connectors.join(', ') || null),
    count('Attempt', a.run.attempt + 1, b.run.attempt + 1),
    words('Clock', a.run.clock, b.run.clock),
    count('Connectors at once', a.run.concurrency, b.run.concurrency),
    count('Time limit, seconds', a.run.timeout_secs, b.run.timeout_secs),
    words('Rows asked for', a.run.labels['selection'], b.run.labels['selection']),
    words('Pool', poolOf(a, b), poolOf(b, a)),
  ]
  return facts.filter((fact) => fact !== false)
}

/** Where there is little room, how long ago is what fits. */
const Moment = ({ at }: { at: string }) => (
  <>
    <span className="max-wide:hidden">
      <Time at={at} />
    </span>
    <span className="wide:hidden">
      <Age at={at} isSentence />
    </span>
  </>
)

const label = ({ run: { labels } }: ReadableHead, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined
const template = (head: ReadableHead): string | undefined => {
  const id = label(head, 'template')
  const version = label(head, 'template_version')
  return id === undefined || version === undefined ? id : `${id} v${version}`
}
/** Nothing where both are in the one that is named by none. */
const poolOf = ({ run }: ReadableHead, { run: other }: ReadableHead): string | undefined => {
  const [own, theirs] = [run.pool ?? 'default', other.pool ?? 'default']
  return own === 'default' && theirs === 'default' ? undefined : own
}
const failed = ({ digest }: ReadableHead): number => digest.statuses.find(({ word }) => word === 'failed')?.count ?? 0
const lost = ({ digest: { rows } }: ReadableHead): number | undefined =>
  rows === null ? undefined : Number(rows.failed) + Number(rows.quarantined)
const letters = ({ digest: { batches } }: ReadableHead): number | undefined =>
  batches === null ? undefined : Number(batches.dlq_partial) + Number(batches.dlq_all)
const costOf = ({ digest: { usage } }: ReadableHead) => usage?.costs[0] ?? null

type Text = string | null | undefined

/** A line of words; none where neither run has any. */
function words(name: string, a: Text, b: Text, show: (text: string) => ReactNode = visible): Fact | false {
  if (a == null && b == null) return false
  const cell = (text: Text) => (text == null ? <Missing /> : show(text))
  return { name, a: cell(a), b: cell(b), isSame: (a ?? null) === (b ?? null) }
}

/** What one of them did not record is no difference: nobody knows. */
const count = (name: string, a: Count | undefined, b: Count | undefined): Fact | false => {
  if (a === undefined && b === undefined) return false
  const cell = (value: Count | undefined) => (value === undefined ? <Missing /> : whole(value))
  const change = changeOf(a ?? null, b ?? null)
  return { name, a: cell(a), b: cell(b), isSame: change?.isSame ?? true, change }
}

/** Two runs never take the same time: less than this says nothing. */
const NOISE_MS = 100

/** A measured number: two runs hardly ever take the same time, so only a notable change counts as a difference. */
function numbers(
  name: string,
  a: number | null,
  b: number | null,
  show: (value: number) => string,
  noise = 0,
): Fact | false {
  if (a === null && b === null) return false
  const isNoise = a !== null && b !== null && Math.abs(a - b) < noise
  const change = isNoise ? null : changeOf(a, b)
  const cell = (value: number | null) => (value === null ? <Missing /> : show(value))
  return { name, a: cell(a), b: cell(b), isSame: isNoise || change?.isNotable !== true, change }
}
