'use client'

import { useQuery } from '@tanstack/react-query'
import { ShallowLink } from '@/components/ui/shallow-link'
import { runTotalsQuery } from '@/lib/client/run-facets'
import { totalOf } from '@/lib/derive/run-totals'
import { type RunListFilter, valuesIn, withFilter, withValues } from '@/lib/url/runs'
import { addressOf } from './list-address'
import { shortCount, totalWords } from './total-words'

const TABS: readonly { label: string; status: readonly string[] }[] = [
  { label: 'Active', status: ['queued', 'pending', 'running', 'sharded'] },
  { label: 'Failed', status: ['failed'] },
  { label: 'Completed', status: ['completed'] },
  { label: 'Cancelled', status: ['cancelled'] },
]

/** The questions that are asked most, each with how many runs answer it under everything else that is asked. */
export function StatusTabs({ filter }: { filter: RunListFilter }) {
  const { data: totals } = useQuery(runTotalsQuery(filter))
  const isMine = valuesIn(filter, 'mine').length > 0
  const isAnyStatus = filter.status.length === 0
  const all = withValues(withFilter(filter, { status: [] }), 'mine', [])
  const countOf = (status: readonly string[]) => (totals === undefined ? null : totalOf(totals, status))
  return (
    <nav aria-label="Common questions" className="relative -mx-1 flex max-w-full gap-0.5 overflow-x-auto px-1 py-0.5">
      <Tab label="All" href={addressOf(all)} isCurrent={isAnyStatus && !isMine} total={isMine ? null : countOf([])} />
      <Tab
        label="Mine"
        href={addressOf(withValues(all, 'mine', ['true']))}
        isCurrent={isAnyStatus && isMine}
        total={isMine ? countOf([]) : null}
      />
      {TABS.map(({ label, status }) => (
        <Tab
          key={label}
          label={label}
          href={addressOf(withFilter(filter, { status }))}
          isCurrent={sameWords(status, filter.status)}
          total={countOf(status)}
        />
      ))}
    </nav>
  )
}

interface TabProps {
  label: string
  href: string
  isCurrent: boolean
  /** Null: not known, or not yet. */
  total: { count: number; capped: boolean } | null
}

function Tab({ label, href, isCurrent, total }: TabProps) {
  return (
    <ShallowLink href={href} isCurrent={isCurrent}>
      <span
        className={`inline-flex h-control items-center gap-1.5 rounded-chip px-2.5 ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
      >
        {label}
        {total !== null && (
          <>
            <span aria-hidden="true" className={`text-meta font-normal tabular-nums ${isCurrent ? '' : 'text-ink-3'}`}>
              {shortCount(total)}
            </span>
            <span className="sr-only">, {totalWords(total)}</span>
          </>
        )}
      </span>
    </ShallowLink>
  )
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word) => b.includes(word))
