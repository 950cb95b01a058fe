'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { copyText } from '@/components/ui/copy-text'
import { Menu } from '@/components/ui/menu'
import { notify } from '@/components/ui/notices'
import type { Principal } from '@/lib/auth/principal'
import { useDeleteRun } from '@/lib/client/run-actions'
import { neighboursQuery, submittedTextQuery } from '@/lib/client/run-parts'
import { useRunHead } from '@/lib/client/use-runs'
import { Question } from './detail/question'
import { runMenuGroups } from './detail/run-menu-items'
import { useListAddress } from './list-address'

const RollBackDialog = dynamic(() => import('./detail/roll-back-dialog').then(({ RollBackDialog: loaded }) => loaded))

/** The rare actions of a run; what cannot be done just now says why. */
export function RunMenu({ runId, viewer }: { runId: string; viewer: Principal }) {
  const head = useRunHead(runId).data
  const { data: near } = useQuery(neighboursQuery(runId))
  const queries = useQueryClient()
  const router = useRouter()
  const list = useListAddress()
  const remove = useDeleteRun()
  const [asking, ask] = useState<'delete' | 'roll back' | null>(null)
  if (head === undefined) return null
  const copy = async (what: string, text: string) =>
    notify(
      (await copyText(text))
        ? { tone: 'good', text: `Copied ${what}` }
        : { tone: 'bad', text: 'Copying is not allowed here' },
    )
  const copyConfig = async () => {
    const text = await queries.fetchQuery(submittedTextQuery(runId)).catch(() => null)
    if (text?.state === 'shown') await copy('the config', text.body)
    else notify({ tone: 'bad', text: 'The config could not be read' })
  }
  const groups = runMenuGroups({
    runId,
    head,
    viewer,
    before: near?.before ?? [],
    onCopy: (what, text) => void copy(what, text),
    onCopyConfig: () => void copyConfig(),
    onAsk: ask,
  })
  return (
    <>
      <Menu label="More" groups={groups} />
      <Question
        title="Delete this run?"
        effect="Its row, its shards and its idempotency key go for good. What it wrote stays, and so do its audit trail, its usage, and its log until that is old enough to go."
        verb="Delete run"
        isOpen={asking === 'delete'}
        isBusy={remove.isPending}
        error={remove.error?.message ?? null}
        onClose={() => ask(null)}
        onConfirm={() => remove.mutate({ run_id: runId }, { onSuccess: () => router.push(list as Route) })}
      />
      {asking === 'roll back' && head.run.ok && <RollBackDialog run={head.run.record} onClose={() => ask(null)} />}
    </>
  )
}
