'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import type { ValueField } from '@/lib/derive/run-values'
import {
  EVERY_RUN,
  parseRunFilter,
  type RunListFilter,
  termsOf,
  valuesIn,
  withFilter,
  withValues,
} from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { FilterChips } from './filter-chips'
import type { Facet } from './filters-sheet'
import { addressOf } from './list-address'
import { QueryBar } from './query-bar'

// What stands in a panel comes when it is opened.
const StatusFacet = dynamic(() => import('./status-facet').then(({ StatusFacet: loaded }) => loaded))
const TimeFilter = dynamic(() => import('./time-filter').then(({ TimeFilter: loaded }) => loaded))
const ValueFacet = dynamic(() => import('./value-facet').then(({ ValueFacet: loaded }) => loaded))
const MoreFacet = dynamic(() => import('./more-facet').then(({ MoreFacet: loaded }) => loaded))

const MORE: readonly ValueField[] = ['name', 'template', 'trigger', 'origin', 'by', 'pool', 'owner']

const FiltersSheet = dynamic(() => import('./filters-sheet').then(({ FiltersSheet: loaded }) => loaded))

/** The sheet that has them all, on little screens. */
const ALL = 'all'

interface RunsFiltersProps {
  filter: RunListFilter
  /** Sees one tenant's runs only. */
  isConfined: boolean
}

/** The question in words, the controls it can be put together with, and each of its conditions, to be taken away. */
export function RunsFilters({ filter, isConfined }: RunsFiltersProps) {
  const [open, setOpen] = useState<string | null>(null)
  // From where the address stands now: two changes may come before the page has drawn the first.
  const go = (change: (now: RunListFilter) => RunListFilter) => {
    const now = parseRunFilter(searchOf(new URLSearchParams(window.location.search))).filter
    pushAddress(addressOf(change(now)))
  }
  const menu = (name: string) => ({ isOpen: open === name, onOpen: (is: boolean) => setOpen(is ? name : null) })
  const isSet = (field: ValueField) => valuesIn(filter, field).length > 0
  const choose = (field: ValueField) => (values: readonly string[]) => go((now) => withValues(now, field, values))
  const hasTerms = termsOf(filter).length > 0

  const facets: Facet[] = [
    {
      label: 'Status',
      title: 'Filter by status',
      isSet: filter.status.length > 0,
      body: <StatusFacet filter={filter} onChoose={(status) => go((now) => withFilter(now, { status }))} />,
    },
    {
      label: 'Time',
      title: 'Filter by time of submission',
      isSet: Boolean(filter.since || filter.until),
      body: (
        <TimeFilter
          since={filter.since}
          until={filter.until}
          onChoose={(range) => {
            go((now) => withFilter(now, range))
            setOpen(null)
          }}
        />
      ),
    },
    {
      label: 'Pipeline',
      title: 'Filter by pipeline',
      isSet: isSet('pipeline'),
      body: <ValueFacet field="pipeline" things="pipelines" filter={filter} onChoose={choose('pipeline')} />,
    },
    {
      label: 'Label',
      title: 'Filter by label',
      isSet: isSet('label'),
      body: <ValueFacet field="label" things="labels" filter={filter} onChoose={choose('label')} />,
    },
    ...(isConfined
      ? []
      : [
          {
            label: 'Tenant',
            title: 'Filter by tenant',
            isSet: isSet('tenant'),
            body: <ValueFacet field="tenant" things="tenants" filter={filter} isSingle onChoose={choose('tenant')} />,
          },
        ]),
    {
      label: 'More',
      title: 'More filters',
      isSet: MORE.some(isSet),
      body: <MoreFacet filter={filter} isConfined={isConfined} onChoose={(field, values) => choose(field)(values)} />,
    },
  ]

  return (
    <search className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <QueryBar filter={filter} isConfined={isConfined} />
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <span className="contents max-wide:hidden">
          {facets.map(({ body, ...facet }) => (
            <Popover key={facet.label} {...facet} {...menu(facet.label)}>
              {body}
            </Popover>
          ))}
        </span>
        <span className="wide:hidden">
          <Button size="small" icon="filter" onPress={() => setOpen(ALL)}>
            {hasTerms ? `Filters (${termsOf(filter).length})` : 'Filters'}
          </Button>
        </span>
        {open === ALL && <FiltersSheet facets={facets} onClose={() => setOpen(null)} />}
        <FilterChips filter={filter} />
        {hasTerms && (
          <ShallowLink href={addressOf(withFilter(EVERY_RUN, { limit: filter.limit }))}>
            <span className="px-1 text-meta text-ink-3 hover:text-ink">clear all</span>
          </ShallowLink>
        )}
      </div>
    </search>
  )
}
