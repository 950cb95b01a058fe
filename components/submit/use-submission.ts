'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useActionState, useRef, useState } from 'react'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { isRunnable, type RunToEdit, refusalOf, runnerQuery, useSubmitRun } from '@/lib/client/submit'
import { useConfigProblems } from '@/lib/client/use-config-problems'
import { type ConfigProblem, configProblems, isMaskProblem } from '@/lib/derive/config-problems'
import { present } from '@/lib/derive/request-shape'
import {
  EMPTY_FORM,
  type FormProblem,
  readForm,
  type SubmissionForm,
  type SubmitState,
} from '@/lib/derive/submission-form'
import { pathToRun } from '@/lib/url/paths'
import type { TextPlace } from './code-editor'
import { MOST_BYTES } from './config-panel'
import type { FormControl } from './form-control'
import { useKeptDraft } from './use-kept-draft'

export interface SubmitSpec {
  viewer: Principal
  /** Fresh for each visit: sent twice, it still runs once. */
  idempotencyKey: string
  /** Sends the form where there are no scripts. */
  submitForm: (state: SubmitState, form: FormData) => Promise<SubmitState>
}

export interface SubmissionSpec extends SubmitSpec {
  /** The run that the form is filled from; null: it opens empty. */
  earlier: RunToEdit | null
}

/** Something that keeps the form from being sent; of the config, with its place there. */
export interface Obstacle extends FormProblem {
  span?: ConfigProblem
}

const NOT_SENT: SubmitState = { form: null, problems: [], answer: null }
/** Reading a longer text would stop the page. */
const READ_AT_ONCE = 50_000

/** The form, what is wrong with it, who would take it, and the sending. */
export function useSubmission({ viewer, idempotencyKey, earlier, submitForm }: SubmissionSpec) {
  const router = useRouter()
  const runner = useQuery(runnerQuery())
  const submit = useSubmitRun()
  const [sent, formAction] = useActionState(submitForm, NOT_SENT)
  const [start] = useState(() => startOf(earlier, idempotencyKey))
  const [form, setForm] = useState<SubmissionForm>({ ...start, ...sent.form })
  const draft = useKeptDraft({
    ...{ user: viewer.name, from: earlier?.run_id ?? null, start, form, setForm },
    isDone: submit.isSuccess,
  })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(sent.problems.map(({ field }) => field)))
  /** What kept the last try from being sent. */
  const [stopped, setStopped] = useState<{ tries: number; obstacles: readonly Obstacle[] }>({
    tries: 0,
    obstacles: sent.problems,
  })
  const place = useRef<TextPlace | null>(null)

  const hasEngine = runner.data?.engine != null
  const about = { isTrusted: seesStoredText(viewer), hasTenant: form.tenant.trim() !== '', hasEngine }
  const checks = useConfigProblems(form.config, form.config_format, about)
  const read = readForm(form, { hasEngine })
  const problems = read.ok ? [] : read.problems
  // As it travels: escaped, without what stands around it.
  const size = new TextEncoder().encode(JSON.stringify(form.config)).length - 2
  const whyOff =
    size > MOST_BYTES
      ? 'It is larger than the server takes'
      : runner.data !== undefined && !isRunnable(runner.data)
        ? 'Nobody would run it: the line above says why'
        : null

  const control: FormControl = {
    form,
    set: (name, value) => setForm((before) => ({ ...before, [name]: value })),
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    problemOf: (field) =>
      stopped.tries > 0 || left.has(field) ? (problems.find((one) => one.field === field)?.message ?? null) : null,
  }

  const send = (isAnyway = false) => {
    if (whyOff !== null || submit.isPending) return
    const isKnown = !checks.isStale || form.config.length > READ_AT_ONCE
    const marks = isKnown ? checks.list : configProblems(form.config, form.config_format, about)
    const errors = isAnyway ? [] : marks.filter(({ severity }) => severity === 'error')
    const obstacles = [...problems, ...errors.map(obstacleOf)]
    setStopped(({ tries }) => ({ tries: tries + 1, obstacles }))
    if (!read.ok || obstacles.length > 0) return
    submit.mutate(read.request, {
      onSuccess: ({ run_id }) => run_id !== undefined && router.push(pathToRun(run_id) as Route),
    })
  }

  return {
    control,
    draft,
    runner,
    hasEngine,
    asksOthers: (runner.data?.needs_approval ?? false) || form.require_approval,
    read,
    checks,
    size,
    whyOff,
    /** Only the texts of the config stand in the way, and an engine may see that otherwise. */
    mayInsist: hasEngine && stopped.obstacles.length > 0 && stopped.obstacles.every(isDoubtful),
    // What has been put right is no obstacle any more.
    obstacles: stopped.obstacles.filter(({ field, message, span }) =>
      span === undefined
        ? problems.some((one) => one.field === field && one.message === message) || stopped.tries === 0
        : checks.isStale || checks.list.some((one) => one.message === span.message),
    ),
    tries: stopped.tries,
    place,
    send,
    formAction,
    isSending: submit.isPending,
    changeId: submit.data?.change_id ?? null,
    /** What the refusal is about. */
    sent: {
      key: submit.variables?.idempotency_key ?? form.idempotency_key,
      tenant: submit.variables?.tenant ?? form.tenant,
    },
    refusal: submit.error ?? (sent.answer !== null && submit.isIdle ? refusalOf(sent.answer) : null),
    newKey() {
      control.set('idempotency_key', crypto.randomUUID())
      submit.reset()
    },
  }
}

const obstacleOf = (span: ConfigProblem): Obstacle => ({
  field: 'config',
  message: `Line ${span.line}: ${span.message}`,
  span,
})

/** A mask is no value, whoever reads it. */
const isDoubtful = ({ span }: Obstacle): boolean => span !== undefined && !isMaskProblem(span)

/** The form as it opens. */
function startOf(earlier: RunToEdit | null, idempotency_key: string): SubmissionForm {
  const { options = {}, text } = earlier ?? {}
  return {
    ...EMPTY_FORM,
    idempotency_key,
    ...present(options),
    ...(text?.state === 'shown' && { config: text.body, config_format: text.format === 'json' ? 'json' : 'yaml' }),
  }
}
