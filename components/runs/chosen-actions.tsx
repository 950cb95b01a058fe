'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Selection } from '@/components/ui/use-selection'
import type { BulkKind } from '@/lib/contract/records/bulk'

const BulkDialog = dynamic(() => import('./bulk-dialog').then(({ BulkDialog: loaded }) => loaded))

interface ChosenActionsProps<R> {
  selection: Selection<R>
  canWrite: boolean
}

/** What can be done with the runs that were chosen. */
export function ChosenActions<R>({ selection, canWrite }: ChosenActionsProps<R>) {
  // The runs stay those that were asked about, whatever the list does meanwhile.
  const [asked, ask] = useState<{ kind: BulkKind; ids: string[] } | null>(null)
  const open = (kind: BulkKind) => ask({ kind, ids: [...selection.chosen.keys()] })
  if (!canWrite) return null
  return (
    <>
      <Button size="small" onPress={() => open('cancel')}>
        Cancel…
      </Button>
      <Button size="small" onPress={() => open('delete')}>
        Delete…
      </Button>
      {asked !== null && <BulkDialog choice={asked} onClose={() => ask(null)} onBegun={() => selection.drop()} />}
    </>
  )
}
