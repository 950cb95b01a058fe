'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useNow } from '@/components/ui/clock'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useZone } from '@/components/ui/zone'
import { fromWall, instant, offsetName } from '@/lib/format/instant'
import { spanWords } from '@/lib/url/moments'

interface Range {
  since: string | undefined
  until: string | undefined
}

const SPANS = ['15m', '1h', '24h', '7d', '30d'] as const

/** Spans back from now, whole days, or two moments as the clocks of the chosen zone show them. */
export function TimeFilter({ since, until, onChoose }: Range & { onChoose: (range: Range) => void }) {
  const { zone } = useZone()
  const today = instant(new Date(useNow(60_000)).toISOString(), zone)?.slice(0, 10) ?? ''
  const [from, setFrom] = useState(() => wallText(since, zone))
  const [to, setTo] = useState(() => wallText(until, zone))
  const start = reading(from, zone)
  const end = reading(to, zone)
  const isBackwards = start.instant !== null && end.instant !== null && start.instant > end.instant
  const canApply = start.error === null && end.error === null && !isBackwards

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (canApply) onChoose({ since: start.instant ?? undefined, until: end.instant ?? undefined })
      }}
    >
      <div className="grid gap-1">
        <p className="text-meta text-ink-2">Submitted in the last</p>
        <div className="flex flex-wrap gap-1">
          {SPANS.map((span) => (
            <Button
              key={span}
              size="small"
              isPressed={since === span && until === undefined}
              onPress={() => onChoose({ since: span, until: undefined })}
            >
              {spanWords(span)}
            </Button>
          ))}
          <Button size="small" onPress={() => onChoose(wholeDay(today, zone, 0))}>
            today
          </Button>
          <Button size="small" onPress={() => onChoose(wholeDay(today, zone, -1))}>
            yesterday
          </Button>
        </div>
      </div>
      <Field label="From" hint={start.note} error={start.error}>
        {(field) => (
          <Input {...field} name="since" value={from} onChange={setFrom} placeholder={`${today} 06:00`} isMono />
        )}
      </Field>
      <Field label="To, inclusive" hint={end.note} error={end.error ?? (isBackwards ? 'Lies before the start' : null)}>
        {(field) => <Input {...field} name="until" value={to} onChange={setTo} placeholder="now" isMono />}
      </Field>
      <p className="text-meta text-ink-3">
        Times of {zone}, {offsetName(Date.now(), zone)}
      </p>
      <div className="flex gap-2">
        <Button type="submit" intent="primary" isDisabled={!canApply}>
          Apply
        </Button>
        <Button intent="quiet" onPress={() => onChoose({ since: undefined, until: undefined })}>
          Any time
        </Button>
      </div>
    </form>
  )
}

const wallText = (moment: string | undefined, zone: string): string =>
  moment === undefined || spanWords(moment) !== null ? '' : (instant(moment, zone) ?? '')

/** What was typed, as an instant, and what had to be decided for it. */
function reading(
  text: string,
  zone: string,
): { instant: string | null; error: string | null; note: string | undefined } {
  if (text.trim() === '') return { instant: null, error: null, note: undefined }
  const read = fromWall(text, zone)
  if (read === null) return { instant: null, error: 'Write it as 2026-11-30 or 2026-11-30 13:07', note: undefined }
  const shown = `${instant(read.instant, zone)} ${offsetName(read.instant, zone)}`
  const note =
    read.note === 'skipped'
      ? `The clocks skip this time; ${shown} is meant`
      : read.note === 'twice'
        ? `The clocks show this time twice; the first is meant, ${shown}`
        : undefined
  return { instant: read.instant, error: null, note }
}

/** From one midnight to just before the next, wherever the clocks stand. */
function wholeDay(today: string, zone: string, days: number): Range {
  const day = (offset: number) => {
    const date = new Date(`${today}T12:00:00Z`)
    date.setUTCDate(date.getUTCDate() + offset)
    return fromWall(date.toISOString().slice(0, 10), zone)?.instant
  }
  const next = day(days + 1)
  const until = next === undefined ? undefined : `${new Date(Date.parse(next) - 1).toISOString()}`
  return { since: day(days), until: days === 0 ? undefined : until }
}
