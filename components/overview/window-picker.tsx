'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useNow } from '@/components/ui/clock'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Popover } from '@/components/ui/popover'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { useZone } from '@/components/ui/zone'
import { fromWall, instant, offsetName } from '@/lib/format/instant'
import { OVERVIEW_RANGES, type OverviewFilter, type OverviewRange, overviewSearch } from '@/lib/url/overview'
import { pathToOverview } from '@/lib/url/paths'

const RANGE_WORDS: Record<OverviewRange, string> = {
  '1h': 'last hour',
  '24h': 'last 24 h',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
}
const addressOf = (filter: OverviewFilter): string => pathToOverview(overviewSearch(filter))

/** Which window the page shows: a range back from now, or two moments. */
export function WindowPicker({ filter }: { filter: OverviewFilter }) {
  const { since: _, until: __, ...rest } = filter
  const isCustom = filter.since !== undefined
  return (
    <nav aria-label="Window" className="-mx-1 flex max-w-full flex-wrap items-center gap-0.5 px-1 py-0.5">
      {OVERVIEW_RANGES.map((range) => {
        const isCurrent = !isCustom && range === filter.range
        return (
          <ShallowLink key={range} href={addressOf({ ...rest, range })} isCurrent={isCurrent}>
            <span
              className={`inline-flex h-control items-center rounded-chip px-2.5 whitespace-nowrap ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
            >
              {RANGE_WORDS[range]}
            </span>
          </ShallowLink>
        )
      })}
      <CustomWindow key={`${filter.since} ${filter.until}`} filter={filter} />
    </nav>
  )
}

function CustomWindow({ filter }: { filter: OverviewFilter }) {
  const { zone } = useZone()
  const [isOpen, setOpen] = useState(false)
  const { since, until } = filter
  const label =
    since === undefined ? 'Other…' : `${wordsOf(since, zone)} to ${until === undefined ? 'now' : wordsOf(until, zone)}`
  return (
    <Popover label={label} icon="clock" isSet={since !== undefined} isOpen={isOpen} onOpen={setOpen} title="Window">
      <WindowForm
        filter={filter}
        onChoose={(chosen) => {
          setOpen(false)
          pushAddress(addressOf(chosen))
        }}
      />
    </Popover>
  )
}

const isSpan = (moment: string): boolean => /^\d+[mhdw]$/.test(moment)
const wordsOf = (moment: string, zone: string): string =>
  isSpan(moment) ? `${moment} ago` : (instant(moment, zone, 'minute') ?? moment)
const wallOf = (moment: string | undefined, zone: string): string =>
  moment === undefined || isSpan(moment) ? '' : (instant(moment, zone) ?? '')

function WindowForm({ filter, onChoose }: { filter: OverviewFilter; onChoose: (filter: OverviewFilter) => void }) {
  const { zone } = useZone()
  const today = instant(new Date(useNow(60_000)).toISOString(), zone)?.slice(0, 10) ?? ''
  const [from, setFrom] = useState(() => wallOf(filter.since, zone))
  const [to, setTo] = useState(() => wallOf(filter.until, zone))
  const [start, end] = [readWall(from, zone), readWall(to, zone)]
  const isBackwards = start.at !== null && end.at !== null && start.at >= end.at
  const canApply = start.at !== null && end.error === null && !isBackwards
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const { since: _, until: __, ...rest } = filter
        if (canApply && start.at !== null) {
          onChoose({ ...rest, since: start.at, ...(end.at !== null && { until: end.at }) })
        }
      }}
    >
      <Field label="From" error={start.error}>
        {(field) => (
          <Input {...field} name="since" value={from} onChange={setFrom} placeholder={`${today} 06:00`} isMono />
        )}
      </Field>
      <Field
        label="To"
        hint="Left empty: until now"
        error={end.error ?? (isBackwards ? 'Lies before the start' : null)}
      >
        {(field) => <Input {...field} name="until" value={to} onChange={setTo} placeholder="now" isMono />}
      </Field>
      <p className="text-meta text-ink-3">
        Times of {zone}, {offsetName(Date.now(), zone)}; at most 400 days
      </p>
      <div>
        <Button type="submit" intent="primary" isDisabled={!canApply}>
          Apply
        </Button>
      </div>
    </form>
  )
}

function readWall(text: string, zone: string): { at: string | null; error: string | null } {
  if (text.trim() === '') return { at: null, error: null }
  const read = fromWall(text, zone)
  return read === null
    ? { at: null, error: 'Write it as 2026-11-30 or 2026-11-30 13:07' }
    : { at: read.instant, error: null }
}
