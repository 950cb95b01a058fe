'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import type { Selection } from '@/components/ui/use-selection'
import { placeOf, type RunRow } from '@/lib/client/runs'
import type { BulkKind } from '@/lib/contract/records/bulk'
import { nanosOf } from '@/lib/derive/instants'
import { pathToComparedRuns } from '@/lib/url/paths'

const BulkDialog = dynamic(() => import('./bulk-dialog').then(({ BulkDialog: loaded }) => loaded))

interface ChosenActionsProps {
  selection: Selection<RunRow>
  canWrite: boolean
}

/** What can be done with the runs that were chosen. */
export function ChosenActions({ selection, canWrite }: ChosenActionsProps) {
  // The runs stay those that were asked about, whatever the list does meanwhile.
  const [asked, ask] = useState<{ kind: BulkKind; ids: string[] } | null>(null)
  const open = (kind: BulkKind) => ask({ kind, ids: [...selection.chosen.keys()] })
  const pair = pairOf(selection)
  return (
    <>
      {pair !== null && (
        <ButtonLink size="small" href={pathToComparedRuns(...pair)}>
          Compare
        </ButtonLink>
      )}
      {canWrite && (
        <>
          <Button size="small" onPress={() => open('cancel')}>
            Cancel…
          </Button>
          <Button size="small" onPress={() => open('delete')}>
            Delete…
          </Button>
        </>
      )}
      {asked !== null && <BulkDialog choice={asked} onClose={() => ask(null)} onBegun={() => selection.drop()} />}
    </>
  )
}

/** Two runs, the earlier one first: what changed since is told from there. */
function pairOf({ chosen }: Selection<RunRow>): [string, string] | null {
  const [a, b, more] = [...chosen].map(([id, row]) => ({ id, at: placeOf(row)?.at ?? null }))
  if (a === undefined || b === undefined || more !== undefined) return null
  const isLater = a.at !== null && b.at !== null && nanosOf(a.at) > nanosOf(b.at)
  return isLater ? [b.id, a.id] : [a.id, b.id]
}
