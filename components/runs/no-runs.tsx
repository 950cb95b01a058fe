'use client'

import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/ui/empty-state'
import { ShallowLink } from '@/components/ui/shallow-link'
import { capabilitiesQuery } from '@/lib/client/console'
import { EVERY_RUN, isFiltered, type RunListFilter, withFilter } from '@/lib/url/runs'
import { addressOf } from './list-address'

/** Why there is nothing to see, and what to do about it. */
export function NoRuns({ filter }: { filter: RunListFilter }) {
  const { data: store } = useQuery(capabilitiesQuery())
  if (store !== undefined && store.degraded_since !== null) {
    return (
      <EmptyState
        title="Nothing is known while the database is away"
        hint="The runs are where they were. They stand here again as soon as it answers."
      />
    )
  }
  if (filter.trail.length > 0) {
    return (
      <EmptyState
        title="There is nothing older"
        hint="The runs that stood here were removed since."
        action={<ShallowLink href={addressOf(withFilter(filter, {}))}>Go to the newest runs</ShallowLink>}
      />
    )
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState
        title="No run fits all of this"
        hint={filter.name === undefined ? 'Take a filter away to see more.' : 'A name has to be whole, to the letter.'}
        action={
          <ShallowLink href={addressOf(withFilter(EVERY_RUN, { limit: filter.limit }))}>
            <span className="text-accent">Clear all filters</span>
          </ShallowLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No runs yet"
      hint={
        <>
          Every run that an engine accepts stands here. Send one to an engine that writes to this database, for example
          with <code>POST /v1/runs</code>.
        </>
      }
    />
  )
}
