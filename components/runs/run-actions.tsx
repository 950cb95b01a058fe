'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useCancelRun } from '@/lib/client/run-actions'
import { useRunHead } from '@/lib/client/use-runs'
import { isLive } from '@/lib/derive/run-status'
import { Question } from './detail/question'
import { RerunButton } from './rerun-button'

/** What somebody who may write does with a run first: stop it while it is alive, repeat it once it is over. */
export function RunActions({ runId }: { runId: string }) {
  const { run: row, facts } = useRunHead(runId).data ?? {}
  const status = row === undefined ? null : row.ok ? row.record.status : (row.columns['status'] ?? null)
  if (status === null) return null
  if (!isLive(status)) return row?.ok === true ? <RerunButton runId={runId} /> : null
  return <CancelRun runId={runId} status={status} isAsked={facts?.cancel_requested != null} />
}

function CancelRun({ runId, status, isAsked }: { runId: string; status: string; isAsked: boolean }) {
  const [isAsking, ask] = useState(false)
  const cancel = useCancelRun()
  return (
    <>
      <Button
        icon="close"
        whyOff={isAsked ? 'It was asked to stop already, and has not yet.' : null}
        onPress={() => ask(true)}
      >
        {isAsked ? 'Cancel requested' : 'Cancel run'}
      </Button>
      <Question
        title="Cancel this run?"
        effect={
          status === 'pending'
            ? 'Nobody has begun it: it ends here and now as cancelled.'
            : 'Whoever executes it is asked to stop, which it does at its next page. It may still come to its own end first. Rows that were written stay, and so do its bookmarks.'
        }
        verb="Cancel run"
        isOpen={isAsking}
        isBusy={cancel.isPending}
        error={cancel.error?.message ?? null}
        onClose={() => ask(false)}
        onConfirm={() => cancel.mutate({ run_id: runId }, { onSuccess: () => ask(false) })}
      />
    </>
  )
}
