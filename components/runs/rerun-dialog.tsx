'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { notify } from '@/components/ui/notices'
import { isRunnable, type Runner, runnerQuery, useRerunRun } from '@/lib/client/submit'
import { useRunHead } from '@/lib/client/use-runs'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToSubmit } from '@/lib/url/paths'
import { submitSearch } from '@/lib/url/submit'

interface RerunDialogProps {
  runId: string
  idempotencyKey: string
  onClose: () => void
}

/** Says what running it again means and who would do it, or why it cannot be. */
export function RerunDialog({ runId, idempotencyKey, onClose }: RerunDialogProps) {
  const router = useRouter()
  const again = useRerunRun()
  const head = useRunHead(runId).data
  const { data: runner } = useQuery({ ...runnerQuery(), retry: false })
  const isKept = head?.facts.has_config === true
  const nobody = runner === undefined ? null : whyNobody(runner)
  const run = head?.run.ok ? head.run.record : null

  const press = () =>
    again.mutate(
      { run_id: runId, idempotency_key: idempotencyKey },
      {
        onSuccess({ run_id, change_id }) {
          if (run_id !== undefined) router.push(pathToRun(run_id) as Route)
          else notify({ tone: 'info', text: `Others must approve it first: change request ${change_id ?? ''}` })
          onClose()
        },
      },
    )

  return (
    <Dialog title="Run this again?" isOpen onOpen={(isOpen) => !isOpen && onClose()}>
      <div className="grid max-w-prose gap-3">
        {isKept ? (
          <>
            <p>
              A new run is submitted in your name, with the config that was kept and everything that was asked for
              beside it{run?.clock !== undefined && ', its clock included'}. Its idempotency key is not used again.
            </p>
            {run?.name?.trim() && (
              <p className="text-ink-2 wrap-anywhere">
                It is called {visible(run.name)} again, and goes on from the bookmarks of that name. Rows that were
                written stay.
              </p>
            )}
          </>
        ) : (
          <p>
            The config of this run was not kept: engines keep it only when they run as a cluster. Submit it anew, or run
            its template.
          </p>
        )}
        {isKept && nobody !== null && (
          <p className="rounded-control bg-warn-weak px-3 py-2 wrap-anywhere">Nobody would run it just now: {nobody}</p>
        )}
        {again.error !== null && (
          <p role="alert" className="rounded-control bg-bad-weak px-3 py-2 wrap-anywhere text-bad">
            {again.error.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onPress={onClose}>{isKept ? 'Leave it' : 'Close'}</Button>
          <ButtonLink href={pathToSubmit(submitSearch({ from: isKept ? runId : null }))}>
            {isKept ? 'Open in Submit' : 'Go to Submit'}
          </ButtonLink>
          {isKept && (
            <Button intent="primary" isBusy={again.isPending} isDisabled={nobody !== null} onPress={press}>
              Run again
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function whyNobody(runner: Runner): string | null {
  if (isRunnable(runner)) return null
  const { engine, store_is_closed: closed } = runner
  if (engine === null)
    return closed ?? 'no engine is configured, and no member of a cluster has been seen on this store.'
  return engine.answers ? 'the configured engine does not know your token.' : (engine.reason ?? 'the engine is away.')
}
