'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Popover } from '@/components/ui/popover'
import type { BulkKind } from '@/lib/contract/records/bulk'
import { pathToBulks } from '@/lib/url/bulk'
import { isFiltered, type RunListFilter, runFilterSearch, withFilter } from '@/lib/url/runs'

const BulkDialog = dynamic(() => import('./bulk-dialog').then(({ BulkDialog: loaded }) => loaded))

/** What can be done to all runs that the list fits, on whatever page. */
export function BulkMenu({ filter }: { filter: RunListFilter }) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<BulkKind | null>(null)
  const ask = (asked: BulkKind) => {
    setOpen(false)
    setKind(asked)
  }
  return (
    <>
      <Popover label="Act on all" title="Act on all that fit" isOpen={isOpen} onOpen={setOpen}>
        <div className="grid gap-2">
          <p className="text-meta text-ink-2">
            {isFiltered(filter) ? 'Every run that fits the filter' : 'Every run'}, on all pages. You are told how many
            before anything is done.
          </p>
          <div className="grid justify-items-start gap-1.5">
            <Button onPress={() => ask('cancel')}>Cancel those not over…</Button>
            <Button onPress={() => ask('delete')}>Delete those that are over…</Button>
          </div>
          <p className="border-t border-line pt-2 text-meta">
            <Link href={pathToBulks()}>Receipts of earlier actions</Link>
          </p>
        </div>
      </Popover>
      {kind !== null && (
        <BulkDialog choice={{ kind, search: runFilterSearch(withFilter(filter, {})) }} onClose={() => setKind(null)} />
      )}
    </>
  )
}
