'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter, useSearchParams } from 'next/navigation'
import { useActionState, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { Unavailable } from '@/components/ui/unavailable'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { isRunnable, refusalOf, runnerQuery, useSubmitRun } from '@/lib/client/submit'
import {
  EMPTY_FORM,
  type FormProblem,
  readForm,
  type SubmissionForm,
  type SubmitState,
} from '@/lib/derive/submission-form'
import { pathToRun, pathToSubmit } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import { parseSubmitAddress, SUBMIT_STEPS, type SubmitStep, submitSearch } from '@/lib/url/submit'
import { ConfigPanel, MOST_BYTES } from './config-panel'
import { type FormControl, goToField } from './form-control'
import { OptionsStep } from './options-step'
import { ProblemList } from './problem-list'
import { Refusal } from './refusal'
import { ReviewStep } from './review-step'
import { RunnerLine } from './runner-line'

interface SubmitViewProps {
  principal: string
  /** The form as it opens. */
  start: Partial<SubmissionForm>
  /** Sends the form where there are no scripts. */
  submitForm: (state: SubmitState, form: FormData) => Promise<SubmitState>
}

const NOT_SENT: SubmitState = { form: null, problems: [], answer: null }
const STEP_WORDS: Record<SubmitStep, string> = { config: 'Config', options: 'Options', review: 'Review' }

/** Build or paste a config, check it, run it. An ordinary form: without scripts it is sent as it stands. */
export function SubmitView({ principal, start, submitForm }: SubmitViewProps) {
  const address = parseSubmitAddress(searchOf(useSearchParams()))
  const router = useRouter()
  const runner = useQuery(runnerQuery())
  const [sent, formAction] = useActionState(submitForm, NOT_SENT)
  const [form, setForm] = useState<SubmissionForm>({ ...EMPTY_FORM, ...start, ...sent.form })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(sent.problems.map(({ field }) => field)))
  const [tries, setTries] = useState(0)
  const submit = useSubmitRun()

  const hasEngine = runner.data?.engine != null
  const needsApproval = runner.data?.needs_approval ?? false
  const read = readForm(form, { hasEngine })
  const problems = read.ok ? [] : read.problems
  const size = sizeOf(form)
  const whyOff = whyNot(runner.data === undefined ? null : isRunnable(runner.data), size)
  const goTo = (step: SubmitStep) => pushAddress(pathToSubmit(submitSearch({ ...address, step })))

  const control: FormControl = {
    form,
    set: (name, value) => setForm((before) => ({ ...before, [name]: value })),
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    problemOf: (field) =>
      tries > 0 || left.has(field) ? (problems.find((problem) => problem.field === field)?.message ?? null) : null,
  }
  const newKey = () => control.set('idempotency_key', crypto.randomUUID())
  const show = ({ field }: FormProblem) => {
    if (field !== 'config') goTo('options')
    // The step is drawn first.
    requestAnimationFrame(() => requestAnimationFrame(() => goToField({ field })))
  }
  const send = () => {
    setTries((before) => before + 1)
    if (!read.ok || whyOff !== null || submit.isPending) return
    submit.mutate(read.request, {
      onSuccess: ({ run_id }) => run_id !== undefined && router.push(pathToRun(run_id) as Route),
    })
  }
  useShortcuts('Submit', [{ key: 'mod+enter', does: 'run it', act: send }])

  const asksOthers = needsApproval || form.require_approval
  const refused = submit.error ?? (sent.answer !== null && submit.isIdle ? refusalOf(sent.answer) : null)
  return (
    <form
      action={formAction}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      noValidate
      aria-label="Submit a run"
    >
      {/* The first button is what Enter in a field presses: nobody starts a run by accident. */}
      <button type="submit" disabled hidden />
      <PageHeader
        title="Submit a run"
        actions={
          <Button type="submit" intent="primary" icon="runs" isBusy={submit.isPending} whyOff={whyOff}>
            {asksOthers ? 'Ask for approval' : 'Run'}
          </Button>
        }
      />
      <RunnerLine runner={runner.data} principal={principal} error={runner.error?.message ?? null} />
      <div className="grid gap-3.5 p-4 pt-3">
        {submit.data?.change_id !== undefined && <Waiting changeId={submit.data.change_id} />}
        {refused !== null && <Refusal error={refused} />}
        {(tries > 0 || sent.problems.length > 0) && problems.length > 0 && (
          <ProblemList key={tries} problems={problems} onGo={show} />
        )}
        <Steps address={address} />
        <noscript>
          <style>{'[data-step]{display:grid!important}'}</style>
        </noscript>
        <div className={address.step === 'config' ? 'grid gap-3.5' : 'grid-submit gap-3.5'}>
          <div data-step="options" className={address.step === 'options' ? 'grid min-w-0' : 'hidden'}>
            <OptionsStep control={control} hasEngine={hasEngine} needsApproval={needsApproval} newKey={newKey} />
          </div>
          <div className={address.step === 'review' ? 'grid min-w-0' : 'hidden'}>
            {address.step === 'review' && <ReviewStep read={read} />}
          </div>
          <div className="min-w-0 roomy:sticky roomy:top-14.5">
            <ConfigPanel control={control} size={size} />
          </div>
        </div>
      </div>
    </form>
  )
}

function Steps({ address }: { address: ReturnType<typeof parseSubmitAddress> }) {
  return (
    <nav aria-label="Steps" className="-mx-1 flex gap-0.5 overflow-x-auto px-1 py-0.5">
      {SUBMIT_STEPS.map((step) => {
        const isCurrent = step === address.step
        return (
          <ShallowLink key={step} href={pathToSubmit(submitSearch({ ...address, step }))} isCurrent={isCurrent}>
            <span
              className={`inline-flex h-control items-center rounded-chip px-2.5 ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
            >
              {STEP_WORDS[step]}
            </span>
          </ShallowLink>
        )
      })}
    </nav>
  )
}

function Waiting({ changeId }: { changeId: string }) {
  return (
    <Panel isFlush>
      <Unavailable title="It waits for approval">
        <span role="status">
          A change request was made in the run’s place: <code>{changeId}</code>{' '}
          <CopyButton text={changeId} label="Copy change id" /> It runs as yours once others approve it.
        </span>
      </Unavailable>
    </Panel>
  )
}

/** What is sent, escaped as it travels. */
const sizeOf = ({ config }: SubmissionForm): number => new TextEncoder().encode(JSON.stringify(config)).length - 2

function whyNot(isOn: boolean | null, size: number): string | null {
  if (size > MOST_BYTES) return 'It is larger than the server takes'
  return isOn === false ? 'Nobody would run it: the line above says why' : null
}
