'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { SkeletonRows } from '@/components/ui/skeleton'
import { type RunValue, runValuesQuery } from '@/lib/client/run-facets'
import type { ValueField } from '@/lib/derive/run-values'
import { compact, counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { readField } from '@/lib/url/run-fields'
import { readLabel, writeLabel } from '@/lib/url/run-labels'
import { type RunListFilter, valuesIn } from '@/lib/url/runs'
import { CountNote } from './count-note'

interface ValueFacetProps {
  field: ValueField
  /** `pipelines`, `labels`. */
  things: string
  filter: RunListFilter
  /** One at most: choosing another takes the first away. */
  isSingle?: boolean
  onChoose: (values: readonly string[]) => void
}

/** A longer menu is not read: what is not on it is typed. */
const SHOWN = 50

/** The values that runs have in a field, the most frequent first, to be ticked; what is not there can be typed. */
export function ValueFacet({ field, things, filter, isSingle = false, onChoose }: ValueFacetProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  // Ahead of the address: a tick is seen when it is made.
  const [chosen, setChosen] = useState(() => valuesIn(filter, field))
  const values = useQuery(runValuesQuery(filter, field))
  const choose = (value: string, isOn: boolean) => {
    const others = isSingle ? [] : chosen.filter((other) => other !== value)
    const next = isOn ? [...others, value] : chosen.filter((other) => other !== value)
    setChosen(next)
    onChoose(next)
  }
  const known = (values.data?.values ?? []).map((value) => ({ ...textsOf(field, value), runs: value.runs }))
  const gone = chosen
    .filter((value) => !known.some((one) => one.written === value))
    .map((value) => ({ ...shownOf(field, value), runs: null }))
  const words = typed.trim().toLowerCase()
  const fitting = [...gone, ...known].filter(({ shown }) => words === '' || shown.toLowerCase().includes(words))
  const own = readField(field, typed.trim())
  const isNew = words !== '' && 'value' in own && !fitting.some(({ written }) => written === own.value)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="sr-only">
        Find {things}
      </label>
      <Input
        id={id}
        name="typed"
        value={typed}
        onChange={setTyped}
        placeholder={`Find ${things}`}
        onKey={(key) => key === 'Enter' && 'value' in own && choose(own.value, true)}
      />
      {values.isPending && <SkeletonRows rows={6} label={`Looking for ${things}`} />}
      {values.isError && (
        <p role="alert" className="text-meta text-bad">
          The {things} could not be read: {values.error.message}
        </p>
      )}
      <fieldset className="relative -mx-1.5 grid max-h-72 min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto">
        <legend className="sr-only">{things}</legend>
        {fitting.slice(0, SHOWN).map(({ written, shown, runs }) => (
          <label
            key={written}
            className="flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-1.5 hover:bg-hover"
          >
            <input
              type="checkbox"
              className="shrink-0 accent-accent"
              checked={chosen.includes(written)}
              onChange={(event) => choose(written, event.target.checked)}
            />
            <span className="min-w-0 truncate font-mono text-meta" data-tip={visible(shown)} data-tip-when="cut">
              {visible(shown)}
            </span>
            {runs !== null && (
              <span className="ml-auto text-meta text-ink-3 tabular-nums">
                <span aria-hidden="true">{compact(runs)}</span>
                <span className="sr-only">, {counted(runs, 'run')}</span>
              </span>
            )}
          </label>
        ))}
      </fieldset>
      {isNew && (
        <div>
          <Button size="small" icon="plus" onPress={() => choose(own.value, true)}>
            {visible(typed.trim())}
          </Button>
        </div>
      )}
      {values.isSuccess && known.length === 0 && !isNew && (
        <p className="text-meta text-ink-3">
          {values.data.looked === 0 ? `Nothing is known of ${things} here.` : `None of these runs has any ${things}.`}
        </p>
      )}
      {fitting.length > SHOWN && (
        <p className="text-meta text-ink-3">{fitting.length - SHOWN} more: type a part of what you look for.</p>
      )}
      {values.data?.reached !== undefined && <CountNote reached={values.data.reached} looked={values.data.looked} />}
    </div>
  )
}

interface Texts {
  /** As an address holds it. */
  written: string
  shown: string
}

function textsOf(field: ValueField, { value, key }: RunValue): Texts {
  if (field !== 'label') return { written: value, shown: value }
  if (key === undefined) return { written: writeLabel({ key: value }), shown: value }
  return { written: writeLabel({ key, value }), shown: `${key}=${value}` }
}

function shownOf(field: ValueField, value: string): Texts {
  const label = field === 'label' ? readLabel(value) : null
  const shown = label === null ? value : label.value === undefined ? label.key : `${label.key}=${label.value}`
  return { written: value, shown }
}
