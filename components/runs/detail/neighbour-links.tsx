'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { neighboursQuery } from '@/lib/client/run-parts'
import { pathToRunTab } from '@/lib/url/paths'

/** To the run of the same name before and after this one, on the same tab. */
export function NeighbourLinks({ runId, tab }: { runId: string; tab: string }) {
  const router = useRouter()
  const { data } = useQuery(neighboursQuery(runId))
  const [before, after] = [data?.before[0], data?.after[0]]
  const addressOf = (id: string) => pathToRunTab(id, tab)
  const go = (run: typeof before) => () => run !== undefined && router.push(addressOf(run.run_id) as Route)
  useShortcuts('Run', [
    { key: '[', does: 'the run of this name before', act: go(before) },
    { key: ']', does: 'the run of this name after', act: go(after) },
  ])
  if (before === undefined && after === undefined) return null
  return (
    <nav aria-label="Runs of this name" className="flex">
      {before !== undefined && (
        <ButtonLink href={addressOf(before.run_id)} intent="quiet" icon="left" label="The run of this name before" />
      )}
      {after !== undefined && (
        <ButtonLink href={addressOf(after.run_id)} intent="quiet" icon="right" label="The run of this name after" />
      )}
    </nav>
  )
}
