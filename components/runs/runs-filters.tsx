'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Popover } from '@/components/ui/popover'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { EVERY_RUN, parseRunFilter, type RunListFilter, termsOf, withFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { FilterChips } from './filter-chips'
import { addressOf } from './list-address'
import { QueryBar } from './query-bar'

// What stands in a panel comes when it is opened.
const StatusFacet = dynamic(() => import('./status-facet').then(({ StatusFacet: loaded }) => loaded))
const TimeFilter = dynamic(() => import('./time-filter').then(({ TimeFilter: loaded }) => loaded))
const TenantFacet = dynamic(() => import('./tenant-facet').then(({ TenantFacet: loaded }) => loaded))

interface RunsFiltersProps {
  filter: RunListFilter
  canChooseTenant: boolean
  tenants: readonly string[]
}

/** The question in words, the controls it can be put together with, and each of its conditions, to be taken away. */
export function RunsFilters({ filter, canChooseTenant, tenants }: RunsFiltersProps) {
  const [open, setOpen] = useState<'status' | 'time' | 'tenant' | null>(null)
  // From where the address stands now: two changes may come before the page has drawn the first.
  const go = (change: Partial<RunListFilter>) => {
    const now = parseRunFilter(searchOf(new URLSearchParams(window.location.search))).filter
    pushAddress(addressOf(withFilter(now, change)))
  }
  const menu = (name: typeof open) => ({ isOpen: open === name, onOpen: (is: boolean) => setOpen(is ? name : null) })
  const hasTerms = termsOf(filter).length > 0

  return (
    <search className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <QueryBar filter={filter} />
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <Popover label="Status" title="Filter by status" isSet={filter.status.length > 0} {...menu('status')}>
          <StatusFacet chosen={filter.status} onChoose={(status) => go({ status })} />
        </Popover>
        <Popover
          label="Time"
          title="Filter by time of submission"
          isSet={Boolean(filter.since || filter.until)}
          {...menu('time')}
        >
          <TimeFilter
            since={filter.since}
            until={filter.until}
            onChoose={(range) => {
              go(range)
              setOpen(null)
            }}
          />
        </Popover>
        {canChooseTenant && (
          <Popover label="Tenant" title="Filter by tenant" isSet={filter.tenant !== undefined} {...menu('tenant')}>
            <TenantFacet
              tenant={filter.tenant}
              known={tenants}
              onChoose={(tenant) => {
                go({ tenant })
                setOpen(null)
              }}
            />
          </Popover>
        )}
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
