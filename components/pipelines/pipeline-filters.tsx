'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { Select } from '@/components/ui/select'
import { pushAddress, replaceAddress, ShallowLink } from '@/components/ui/shallow-link'
import { StatusMark } from '@/components/ui/status'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import type { PipelineList, PipelineState } from '@/lib/client/pipelines'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { EVERY_PIPELINE, isNarrowed, PIPELINE_RANGES, type PipelineFilter } from '@/lib/url/pipelines'
import { listAddress } from './addresses'
import { STATE_LOOKS, STATE_MEANS } from './state-look'

const RANGE_WORDS = { '24h': 'last 24 h', '7d': 'last 7 days', '30d': 'last 30 days' } as const
const PAUSE_MS = 250
const CHIP = 'inline-flex h-control items-center gap-1.5 rounded-chip px-2.5 whitespace-nowrap'
const look = (isOn: boolean): string =>
  `${CHIP} ${isOn ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`

export function RangeChips({ filter }: { filter: PipelineFilter }) {
  return (
    <nav aria-label="Window" className="-mx-1 flex flex-wrap gap-0.5 px-1 py-0.5">
      {PIPELINE_RANGES.map((range) => (
        <ShallowLink key={range} href={listAddress(filter, { range })} isCurrent={range === filter.range}>
          <span className={look(range === filter.range)}>{RANGE_WORDS[range]}</span>
        </ShallowLink>
      ))}
    </nav>
  )
}

/** How many there are of each state: a click shows those alone, a second one all again. */
export function StateStrip({ filter, list }: { filter: PipelineFilter; list: PipelineList | undefined }) {
  const states = Object.entries(list?.states ?? {}) as [PipelineState, number][]
  return (
    <nav aria-label="States" className="-mx-1 flex flex-wrap gap-0.5 px-1 py-0.5">
      {states.map(([state, count]) => {
        const isOn = filter.states.includes(state)
        if (count === 0 && !isOn) return null
        const next = isOn ? filter.states.filter((one) => one !== state) : [...filter.states, state]
        return (
          <ShallowLink
            key={state}
            href={listAddress(filter, { states: next })}
            isCurrent={isOn}
            tip={STATE_MEANS[state]}
          >
            <span className={look(isOn)}>
              <StatusMark look={STATE_LOOKS[state]} />
              {state} <span className="text-ink-3 tabular-nums">{whole(count)}</span>
            </span>
          </ShallowLink>
        )
      })}
    </nav>
  )
}

/** Words, template and trigger. What is typed goes into the address after a pause, or at once with Enter. */
export function Narrowing({ filter, list }: { filter: PipelineFilter; list: PipelineList | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Words filter={filter} />
      <Choice filter={filter} name="template" label="Template" choices={list?.templates ?? []} />
      <Choice filter={filter} name="trigger" label="Trigger" choices={list?.triggers ?? []} />
      {isNarrowed(filter) && (
        <ShallowLink href={listAddress({ ...EVERY_PIPELINE, range: filter.range })}>
          <span className="text-accent underline-offset-2 hover:underline">Clear all</span>
        </ShallowLink>
      )}
    </div>
  )
}

function Words({ filter }: { filter: PipelineFilter }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(filter.words)
  const [known, setKnown] = useState(filter.words)
  // Somebody went back, or cleared the filter: the field shows what the address says.
  if (known !== filter.words) {
    setKnown(filter.words)
    setTyped(filter.words)
  }
  useShortcuts('Pipelines', [{ key: '/', does: 'find by name', act: () => field.current?.focus() }])
  useEffect(() => {
    if (typed === filter.words) return
    const timer = setTimeout(() => replaceAddress(listAddress(filter, { words: typed })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, filter])
  return (
    <input
      ref={field}
      type="search"
      aria-label="Find by name, template, trigger or tenant"
      placeholder="Name, template, trigger"
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && pushAddress(listAddress(filter, { words: typed }))}
      className="h-control w-64 max-w-full rounded-control border border-line bg-sunken px-2 placeholder:text-ink-3"
    />
  )
}

interface ChoiceProps {
  filter: PipelineFilter
  name: 'template' | 'trigger'
  label: string
  choices: readonly string[]
}

/** Nothing where there is nothing to choose from. */
function Choice({ filter, name, label, choices }: ChoiceProps) {
  const id = useId()
  const value = filter[name] ?? ''
  if (choices.length === 0 && value === '') return null
  const all = value === '' || choices.includes(value) ? choices : [value, ...choices]
  return (
    <label htmlFor={id} className="flex items-center gap-1.5 text-meta text-ink-2">
      {label}
      <span className="w-40">
        <Select
          id={id}
          value={value}
          options={[{ value: '', label: 'any' }, ...all.map((one) => ({ value: one, label: visible(one) }))]}
          onChange={(chosen) => {
            const { [name]: _, ...rest } = filter
            pushAddress(listAddress(chosen === '' ? rest : { ...rest, [name]: chosen }))
          }}
        />
      </span>
    </label>
  )
}
