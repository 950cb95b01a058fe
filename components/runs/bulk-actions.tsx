'use client'

import { Button, ButtonLink } from '@/components/ui/button'
import { notify } from '@/components/ui/notices'
import { type BulkReceipt, useContinueBulk, useStopBulk } from '@/lib/client/bulk'
import { type BulkFilter, pathToBulkExport } from '@/lib/url/bulk'

interface BulkActionsProps {
  receipt: BulkReceipt
  filter: BulkFilter
  canWrite: boolean
}

/** Stops it, goes on with it where it was interrupted, and saves what is shown. */
export function BulkActions({ receipt: { id, state, is_held }, filter, canWrite }: BulkActionsProps) {
  const stop = useStopBulk()
  const goOn = useContinueBulk()
  const refused = { onError: (error: Error) => notify({ tone: 'bad', text: error.message }) }
  return (
    <>
      <ButtonLink href={pathToBulkExport(id, filter.outcome)} icon="download" size="small" intent="quiet" isDownload>
        CSV
      </ButtonLink>
      {canWrite && state === 'acting' && (
        <>
          {!is_held && (
            <Button intent="primary" size="small" isBusy={goOn.isPending} onPress={() => goOn.mutate({ id }, refused)}>
              Go on
            </Button>
          )}
          <Button size="small" isBusy={stop.isPending} onPress={() => stop.mutate({ id }, refused)}>
            Stop
          </Button>
        </>
      )}
    </>
  )
}
