'use client'

import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, keptDraft } from '@/lib/client/submit-drafts'
import { draftOf, isSameForm, losesSecrets } from '@/lib/derive/submission-draft'
import type { SubmissionForm } from '@/lib/derive/submission-form'

const PAUSE_MS = 600

interface DraftSpec {
  user: string
  from: string | null
  /** The form as it opened. */
  start: SubmissionForm
  form: SubmissionForm
  setForm: (form: SubmissionForm) => void
  /** It has been sent and taken: nothing is to be kept any more. */
  isDone: boolean
}

/** Keeps what is being filled in, in this browser and without secrets, and brings it back at the next visit. */
export function useKeptDraft({ user, from, start, form, setForm, isDone }: DraftSpec) {
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  /** False: the browser could not keep it, or it is too long for that. */
  const [isKept, setKept] = useState(true)
  const opened = useRef(start)
  const isRead = useRef(false)

  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const draft = keptDraft(user, from)
    if (draft === null) return
    const { idempotency_key } = opened.current
    const restored = { ...draft.form, idempotency_key: draft.form.idempotency_key || idempotency_key }
    if (isSameForm(restored, opened.current)) return
    setForm(restored)
    setRestoredAt(draft.at)
  }, [user, from, setForm])

  const isDirty = !isDone && !isSameForm(form, start)
  useEffect(() => {
    if (isDone) {
      dropDraft(user, from)
      return
    }
    if (!isRead.current) return
    const timer = setTimeout(() => {
      if (isSameForm(form, opened.current)) dropDraft(user, from)
      else setKept(keepDraft(user, from, draftOf(form, opened.current.idempotency_key)))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [user, from, form, isDone])

  return {
    restoredAt,
    isKept,
    isDirty,
    /** Somebody who leaves loses something: values that are not kept, or everything. */
    whatIsLost: (): 'nothing' | 'secrets' | 'everything' => {
      if (!isDirty) return 'nothing'
      const draft = draftOf(form, start.idempotency_key)
      if (!keepDraft(user, from, draft)) return 'everything'
      return losesSecrets(form, draft) ? 'secrets' : 'nothing'
    },
    startOver() {
      dropDraft(user, from)
      setRestoredAt(null)
      setForm(opened.current)
    },
  }
}
export type Draft = ReturnType<typeof useKeptDraft>
