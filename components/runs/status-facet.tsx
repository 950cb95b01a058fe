'use client'

import { useState } from 'react'
import { StatusMark } from '@/components/ui/status'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { runLook } from '@/lib/derive/run-look'

interface StatusFacetProps {
  chosen: readonly string[]
  onChoose: (status: readonly string[]) => void
}

export function StatusFacet({ chosen: first, onChoose }: StatusFacetProps) {
  // Ahead of the address: a tick is seen when it is made.
  const [chosen, setChosen] = useState(first)
  const choose = (next: readonly string[]) => {
    setChosen(next)
    onChoose(next)
  }
  return (
    <fieldset className="grid gap-0.5">
      <legend className="pb-1.5 text-meta text-ink-2">Any of</legend>
      {RUN_STATUSES.map((status) => (
        <label key={status} className="flex h-7 cursor-pointer items-center gap-2 rounded-chip px-1.5 hover:bg-hover">
          <input
            type="checkbox"
            className="accent-accent"
            checked={chosen.includes(status)}
            onChange={(event) =>
              choose(RUN_STATUSES.filter((known) => (known === status ? event.target.checked : chosen.includes(known))))
            }
          />
          <StatusMark look={runLook(status)} />
          {status}
          {HINTS[status] && <span className="ml-auto text-meta text-ink-3">{HINTS[status]}</span>}
        </label>
      ))}
    </fieldset>
  )
}

const HINTS: Partial<Record<string, string>> = {
  queued: 'waits for a slot',
  pending: 'waits for an instance',
  sharded: 'works in parts',
}
