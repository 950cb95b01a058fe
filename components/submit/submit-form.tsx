'use client'

import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { pushAddress } from '@/components/ui/shallow-link'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Unavailable } from '@/components/ui/unavailable'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { pathToSubmit } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import { GUIDED_PARTS, parseSubmitAddress, type SubmitStep, submitSearch } from '@/lib/url/submit'
import { ConfigPanel } from './config-panel'
import { DraftNote } from './draft-note'
import { goToField } from './form-control'
import { LeaveGuard } from './leave-guard'
import { OptionsStep } from './options-step'
import { ProblemList } from './problem-list'
import { Refusal } from './refusal'
import { ReviewStep } from './review-step'
import { RunStart } from './run-start'
import { RunnerLine } from './runner-line'
import { SubmitSteps } from './submit-steps'
import { useConfigReports } from './use-config-reports'
import { type Obstacle, type SubmissionSpec, useSubmission } from './use-submission'
import { WayOn } from './way-on'

/** Only for whoever fills in a form: the editor is there without it. */
const GuidedStep = dynamic(() => import('./guided/guided-step').then((part) => part.GuidedStep), {
  loading: () => <SkeletonLines lines={6} label="Opening the form" />,
})

/** Build or paste a config, check it, run it. An ordinary form: without scripts it is sent as it stands. */
export function SubmitForm(spec: SubmissionSpec) {
  const address = parseSubmitAddress(searchOf(useSearchParams()))
  const submission = useSubmission(spec)
  const { control, draft, runner, hasEngine, asksOthers, checks, obstacles, place, send } = submission
  const [isCompared, setCompared] = useState(false)
  const [goal, setGoal] = useState<string | null>(null)
  const reports = useConfigReports(control.form, hasEngine)
  const goTo = (step: SubmitStep) => pushAddress(pathToSubmit(submitSearch({ ...address, step })))
  const show = ({ field, span }: Obstacle) => {
    if (span !== undefined) return place.current?.select(span.from, span.to)
    if (field === 'config') return place.current?.focus()
    setGoal(field)
    goTo('options')
  }
  // The step has to be drawn before its field can be reached.
  const { step } = address
  const part = GUIDED_PARTS.find((one) => one === step)
  useEffect(() => {
    if (goal === null || step !== 'options') return
    goToField(goal)
    setGoal(null)
  }, [goal, step])
  useShortcuts('Submit', [{ key: 'mod+enter', does: asksOthers ? 'ask for approval' : 'run it', act: () => send() }])

  return (
    <form
      action={submission.formAction}
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
          <>
            {hasEngine && (
              <Button
                onPress={() => {
                  goTo('review')
                  reports.runCheck()
                }}
                isBusy={reports.check.isPending}
                whyOff={reports.whyOff}
              >
                Check
              </Button>
            )}
            <Button type="submit" intent="primary" icon="runs" isBusy={submission.isSending} whyOff={submission.whyOff}>
              {asksOthers ? 'Ask for approval' : 'Run'}
            </Button>
          </>
        }
      />
      <RunnerLine runner={runner.data} principal={spec.viewer.name} error={runner.error?.message ?? null} />
      <div className="grid gap-3.5 p-4 pt-3">
        {spec.earlier !== null && (
          <RunStart
            run={spec.earlier}
            form={control.form}
            checks={checks}
            isCompared={isCompared}
            onCompare={setCompared}
            onGo={(from, to) => place.current?.select(from, to)}
            onField={(field) => show({ field, message: '' })}
          />
        )}
        {address.template !== null && (
          <p role="status" className="rounded-panel bg-info-weak px-3 py-1.5 text-meta">
            Starting from a template is not possible here yet: what is submitted is the config below.
          </p>
        )}
        <DraftNote draft={draft} />
        <LeaveGuard whatIsLost={draft.whatIsLost} />
        {submission.changeId !== null && <Waiting changeId={submission.changeId} />}
        {submission.refusal !== null && (
          <Refusal
            error={submission.refusal}
            onRetry={() => send()}
            wayOn={
              <WayOn
                error={submission.refusal}
                sentKey={submission.sent.key}
                tenant={submission.sent.tenant}
                onFreshKey={submission.newKey}
                onLine={(line) => place.current?.select(...lineSpan(control.form.config, line))}
                onTenant={() => show({ field: 'tenant', message: '' })}
              />
            }
          />
        )}
        {obstacles.length > 0 && (
          <ProblemList
            key={submission.tries}
            problems={obstacles}
            onGo={show}
            {...(submission.mayInsist && { onAnyway: () => send(true) })}
          />
        )}
        <SubmitSteps address={address} />
        <noscript>
          <style>{'[data-step]{display:grid!important}'}</style>
        </noscript>
        <div className={address.step === 'config' ? 'grid gap-3.5' : 'grid-submit gap-3.5'}>
          <div data-step="options" className={address.step === 'options' ? 'grid min-w-0' : 'hidden'}>
            <OptionsStep
              control={control}
              hasEngine={hasEngine}
              needsApproval={runner.data?.needs_approval ?? false}
              newKey={submission.newKey}
            />
          </div>
          {part !== undefined && <GuidedStep control={control} part={part} hasEngine={hasEngine} />}
          <div className={address.step === 'review' ? 'grid min-w-0' : 'hidden'}>
            {address.step === 'review' && <ReviewStep read={submission.read} config={control.form} reports={reports} />}
          </div>
          <div className="min-w-0 roomy:sticky roomy:top-14.5">
            <ConfigPanel
              control={control}
              size={submission.size}
              checks={checks}
              original={isCompared ? originalOf(spec.earlier) : null}
              placeRef={place}
              onRun={() => send()}
            />
          </div>
        </div>
      </div>
    </form>
  )
}

const originalOf = (earlier: SubmissionSpec['earlier']): string | null =>
  earlier?.text.state === 'shown' ? earlier.text.body : null

/** Where a line stands, from 1. */
function lineSpan(text: string, line: number): [from: number, to: number] {
  const lines = text.split('\n')
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return [from, from + (lines[line - 1]?.length ?? 0)]
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
