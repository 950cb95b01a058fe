'use client'

import { Button } from '@/components/ui/button'
import { Age } from '@/components/ui/time'
import type { Draft } from './use-kept-draft'

/** That what stands here was typed at an earlier visit. */
export function DraftNote({ draft }: { draft: Draft }) {
  const { restoredAt, isKept, isDirty } = draft
  if (isDirty && !isKept) {
    return (
      <p role="status" className="rounded-panel bg-warn-weak px-3 py-1.5 text-meta">
        This browser keeps no draft of it: the config is too long, or there is no room.
      </p>
    )
  }
  if (restoredAt === null || !isDirty) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel bg-info-weak px-3 py-1.5 text-meta">
      <p role="status">
        Your draft of <Age at={new Date(restoredAt).toISOString()} isSentence /> is here again, without values of
        secrets.
      </p>
      <Button size="small" onPress={draft.startOver}>
        Start over
      </Button>
    </div>
  )
}
