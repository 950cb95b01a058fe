'use client'

import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@/components/ui/button'
import { capabilitiesQuery } from '@/lib/client/console'
import { pathToRuns } from '@/lib/url/paths'

/** Removed, never there, or somebody else's: nobody is told which. */
export function RunGone() {
  const { data: store } = useQuery(capabilitiesQuery())
  const isAway = store !== undefined && store.degraded_since !== null
  return (
    <section className="grid justify-items-start gap-2 p-4 wide:py-8">
      <h1 className="text-page font-title">{isAway ? 'This run is not known just now' : 'No such run'}</h1>
      <p className="max-w-prose text-ink-2">
        {isAway
          ? 'The database is away, and this process has not seen the run. Look again when it answers.'
          : 'There is no run with this id, or it is not yours to see. Engines remove finished runs when their retention ends; what was written to its destination stays.'}
      </p>
      <div className="pt-1">
        <ButtonLink href={pathToRuns()}>Go to the newest runs</ButtonLink>
      </div>
    </section>
  )
}
