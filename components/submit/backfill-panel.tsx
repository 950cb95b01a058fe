'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { errorFacts } from '@/lib/client/api-error'
import { type Backfilled, useBackfill } from '@/lib/client/past-work'
import { type BackfillPlan, planBackfill } from '@/lib/derive/backfill-units'
import type { Submission } from '@/lib/derive/submission-form'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToRunsOfLabel } from '@/lib/url/paths'
import { Cell, PlainTable } from './plain-table'

interface PastPanelProps {
  /** As it would be sent; null: the form is not ready. */
  request: Submission | null
  /** Why it cannot be asked for. */
  whyOff: string | null
}

/** The same config over windows of the past, a run each. */
export function BackfillPanel({ request, whyOff }: PastPanelProps) {
  const backfill = useBackfill()
  const [span, setSpan] = useState({ from: '', to: '', window: '1d' })
  const [timezone, setTimezone] = useState('')
  const [isAsking, ask] = useState(false)
  const [isTried, setTried] = useState(false)
  const plan = planBackfill(span)
  const problem = (field: 'from' | 'to' | 'window') =>
    isTried && !plan.ok && plan.field === field ? plan.message : null
  const text = (field: 'from' | 'to' | 'window', label: string, placeholder: string, hint: string) => (
    <Field label={label} hint={hint} error={problem(field)}>
      {(control) => (
        <Input
          {...control}
          name={`backfill_${field}`}
          value={span[field]}
          onChange={(value) => setSpan({ ...span, [field]: value })}
          placeholder={placeholder}
          isMono
        />
      )}
    </Field>
  )
  const send = () => {
    if (request === null) return
    const { config, config_format, name, labels, timeout_secs } = request
    backfill.mutate(
      {
        ...{ config, config_format, from: span.from.trim(), to: span.to.trim() },
        ...(span.window.trim() !== '' && { window: span.window.trim() }),
        ...(timezone.trim() !== '' && { timezone: timezone.trim() }),
        ...(typeof name === 'string' && { name }),
        ...(labels !== undefined && { labels }),
        ...(typeof timeout_secs === 'number' && { timeout_secs }),
      },
      { onSettled: () => ask(false) },
    )
  }
  return (
    <Panel
      title="Backfill"
      note="past windows, a run each"
      actions={
        <Button
          size="small"
          whyOff={whyOff ?? (request === null ? 'The form is not ready yet.' : null)}
          onPress={() => {
            setTried(true)
            if (plan.ok) ask(true)
          }}
        >
          Backfill
        </Button>
      }
      isFlush
    >
      {whyOff !== null ? (
        <p className="px-3 py-2.5 text-ink-2">{whyOff}</p>
      ) : (
        <div className="grid gap-3 p-3 wide:grid-cols-2">
          {text('from', 'From', '2026-11-01', 'Inclusive: a date, or an instant with its offset')}
          {text('to', 'To', '2026-11-08', 'Not included')}
          {text('window', 'Window', 'the config’s', '30m, 6h, 1d, 1w; empty: the config’s own, or one for all')}
          <Field label="Time zone" hint="In which days begin; empty: the config’s, or UTC">
            {(control) => (
              <Input {...control} name="backfill_zone" value={timezone} onChange={setTimezone} placeholder="UTC" />
            )}
          </Field>
        </div>
      )}
      {backfill.error !== null && <ErrorState title="It was not backfilled" {...errorFacts(backfill.error)} />}
      {backfill.data !== undefined && <Units result={backfill.data} />}
      <Dialog title="Backfill these windows?" isOpen={isAsking} onOpen={ask}>
        <div className="grid max-w-prose gap-3">
          <Windows plan={plan} zone={timezone.trim()} />
          <p className="text-ink-2">
            Each window becomes a run with the name, labels and time-out of the options, under a key of its own: sent
            again, only windows that were not submitted yet are.
          </p>
          <div className="flex justify-end gap-2">
            <Button onPress={() => ask(false)}>Leave it</Button>
            <Button intent="primary" isBusy={backfill.isPending} onPress={send}>
              {plan.ok && plan.count !== null ? `Submit ${counted(plan.count, 'run')}` : 'Submit the runs'}
            </Button>
          </div>
        </div>
      </Dialog>
    </Panel>
  )
}

function Windows({ plan, zone }: { plan: BackfillPlan; zone: string }) {
  if (!plan.ok) return <p>{plan.message}</p>
  if (plan.count === null) return <p>How many windows it is, the config’s own window decides; without one it is one.</p>
  return (
    <div>
      <p>
        {counted(plan.count, 'window')}
        {zone !== '' && zone !== 'UTC' && `, with days as they begin in ${visible(zone)}; by the clock of UTC`}:
      </p>
      <ul className="font-mono text-meta">
        {plan.first.map(([start, end]) => (
          <li key={start}>
            {start} … {end}
          </li>
        ))}
        {plan.count > plan.first.length && <li>and {plan.count - plan.first.length} more</li>}
      </ul>
    </div>
  )
}

function Units({ result }: { result: Backfilled }) {
  const left = result.units.filter(({ status }) => status !== 'submitted').length
  return (
    <div className="border-t border-line">
      <p role="status" className="px-3 pt-2.5 pb-1">
        {counted(result.units.length - left, 'run')} submitted
        {left > 0 && `, ${left} not: send it again to go on`}
        {result.backfill != null && (
          <>
            {' · '}
            <Link href={pathToRunsOfLabel('backfill', result.backfill)} look="inline">
              all runs of this backfill
            </Link>
          </>
        )}
      </p>
      <PlainTable
        label="Windows of the backfill"
        heads={['Window', 'From', 'To', 'Result', 'Run']}
        rows={result.units.map(({ unit, start, end, status, run_id, error }) => (
          <tr key={unit}>
            <Cell isMono>{visible(unit)}</Cell>
            <Cell isWord>
              <Time at={start ?? null} />
            </Cell>
            <Cell isWord>
              <Time at={end ?? null} />
            </Cell>
            <Cell>
              {visible(status.replaceAll('_', ' '))}
              {error != null && <span className="block font-mono text-meta text-bad">{visible(error)}</span>}
            </Cell>
            <Cell isMono>{run_id == null ? '' : <Link href={pathToRun(run_id)}>{visible(run_id)}</Link>}</Cell>
          </tr>
        ))}
      />
    </div>
  )
}
