'use client'

import { Icon } from '@/components/ui/icon'
import { ShallowLink } from '@/components/ui/shallow-link'
import { useZone } from '@/components/ui/zone'
import { visible } from '@/lib/format/text'
import type { RunTerm } from '@/lib/url/run-fields'
import { filterOf, type RunListFilter, termsOf } from '@/lib/url/runs'
import { addressOf } from './list-address'
import { termWords } from './term-words'

/** One chip for each condition, statuses together; each takes itself away. */
export function FilterChips({ filter }: { filter: RunListFilter }) {
  const { zone } = useZone()
  const terms = termsOf(filter)
  const chips = terms.reduce<RunTerm[][]>((groups, term) => {
    const last = groups.at(-1)
    const [before] = last ?? []
    if (before !== undefined && term.key === 'status' && before.key === 'status' && before.isNot === term.isNot) {
      last?.push(term)
    } else groups.push([term])
    return groups
  }, [])
  return chips.map((group) => {
    const words = group.map((term) => termWords(term, zone))
    const name = words[0]?.name ?? ''
    const value = words.map((one) => one.value).join(', ')
    const without = filterOf(
      terms.filter((term) => !group.includes(term)),
      filter.limit,
    )
    return <FilterChip key={`${name} ${value}`} name={name} value={visible(value)} without={addressOf(without)} />
  })
}

function FilterChip({ name, value, without }: { name: string; value: string; without: string }) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1.25 rounded-chip bg-accent-weak pr-0.5 pl-1.75 text-meta">
      <span className="whitespace-nowrap text-accent">{name}</span>
      <span className="max-w-72 truncate font-mono font-control" data-tip={value} data-tip-when="cut">
        {value}
      </span>
      <ShallowLink href={without} label={`Take away the ${name} filter`}>
        <span className="grid size-5 place-items-center text-ink-3 hover:text-ink">
          <Icon name="close" size="small" />
        </span>
      </ShallowLink>
    </span>
  )
}
