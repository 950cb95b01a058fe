'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StatusMark } from '@/components/ui/status'
import { runTotalsQuery } from '@/lib/client/run-facets'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { runLook } from '@/lib/derive/run-look'
import { totalOf } from '@/lib/derive/run-totals'
import type { RunListFilter } from '@/lib/url/runs'
import { CountNote } from './count-note'
import { shortCount, totalWords } from './total-words'

interface StatusFacetProps {
  filter: RunListFilter
  onChoose: (status: readonly string[]) => void
}

export function StatusFacet({ filter, onChoose }: StatusFacetProps) {
  // Ahead of the address: a tick is seen when it is made.
  const [chosen, setChosen] = useState(filter.status)
  const { data: totals } = useQuery(runTotalsQuery(filter))
  const choose = (next: readonly string[]) => {
    setChosen(next)
    onChoose(next)
  }
  return (
    <fieldset className="grid gap-0.5">
      <legend className="pb-1.5 text-meta text-ink-2">Any of</legend>
      {RUN_STATUSES.map((status) => {
        const total = totals === undefined ? null : totalOf(totals, [status])
        return (
          <label
            key={status}
            className="flex h-7 cursor-pointer items-center gap-2 rounded-chip px-1.5 hover:bg-hover"
            data-tip={HINTS[status]}
          >
            <input
              type="checkbox"
              className="accent-accent"
              checked={chosen.includes(status)}
              onChange={(event) =>
                choose(
                  RUN_STATUSES.filter((known) => (known === status ? event.target.checked : chosen.includes(known))),
                )
              }
            />
            <StatusMark look={runLook(status)} />
            {status}
            {HINTS[status] && <span className="sr-only">, {HINTS[status]}</span>}
            {total !== null && (
              <span className={`ml-auto text-meta tabular-nums ${total.count === 0 ? 'text-ink-3' : 'text-ink-2'}`}>
                <span aria-hidden="true">{shortCount(total)}</span>
                <span className="sr-only">, {totalWords(total)}</span>
              </span>
            )}
          </label>
        )
      })}
      {totals?.reached !== undefined && <CountNote reached={totals.reached} looked={totals.looked ?? 0} />}
    </fieldset>
  )
}

const HINTS: Partial<Record<string, string>> = {
  queued: 'waits for a slot',
  pending: 'waits for an instance',
  sharded: 'works in parts',
}
