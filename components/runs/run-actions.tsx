'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useCancelRun, useDeleteRun } from '@/lib/client/run-actions'
import { useRun } from '@/lib/client/use-runs'
import { isLive } from '@/lib/derive/run-status'
import { useListAddress } from './list-address'
import { RerunButton } from './rerun-button'

/** What somebody who may write can do with this run: stop it while it is alive, repeat or remove it once it is over. */
export function RunActions({ runId }: { runId: string }) {
  const row = useRun(runId).data
  const status = row === undefined ? null : row.ok ? row.record.status : (row.columns['status'] ?? null)
  if (status === null) return null
  if (isLive(status)) return <CancelRun runId={runId} status={status} />
  return (
    <>
      {row?.ok === true && <RerunButton runId={runId} />}
      <DeleteRun runId={runId} />
    </>
  )
}

function CancelRun({ runId, status }: { runId: string; status: string }) {
  const [isAsking, ask] = useState(false)
  const cancel = useCancelRun()
  return (
    <>
      <Button icon="close" onPress={() => ask(true)}>
        Cancel run
      </Button>
      <Question
        title="Cancel this run?"
        effect={
          status === 'pending'
            ? 'Nobody has begun it: it ends here and now as cancelled.'
            : 'Whoever executes it is asked to stop. It may still come to its own end first; rows that were written stay.'
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

function DeleteRun({ runId }: { runId: string }) {
  const router = useRouter()
  const list = useListAddress()
  const [isAsking, ask] = useState(false)
  const remove = useDeleteRun()
  return (
    <>
      <Button intent="quiet" onPress={() => ask(true)}>
        Delete run
      </Button>
      <Question
        title="Delete this run?"
        effect="Its row, its shards and its idempotency key go for good. Its log, its audit trail and its usage stay."
        verb="Delete run"
        isOpen={isAsking}
        isBusy={remove.isPending}
        error={remove.error?.message ?? null}
        onClose={() => ask(false)}
        onConfirm={() => remove.mutate({ run_id: runId }, { onSuccess: () => router.push(list as Route) })}
      />
    </>
  )
}

interface QuestionProps {
  title: string
  effect: string
  verb: string
  isOpen: boolean
  isBusy: boolean
  error: string | null
  onClose: () => void
  onConfirm: () => void
}

/** Says what will happen before it happens; a refusal stays in view. */
function Question({ title, effect, verb, isOpen, isBusy, error, onClose, onConfirm }: QuestionProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onOpen={(open) => !open && onClose()}>
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-2">{effect}</p>
        {error !== null && (
          <p role="alert" className="max-w-prose rounded-control bg-bad-weak px-3 py-2 wrap-anywhere text-bad">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Keep it</Button>
          <Button intent="danger" isBusy={isBusy} onPress={onConfirm}>
            {verb}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
