'use client'

import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import type { RunToEdit } from '@/lib/client/submit'
import type { ConfigChecks } from '@/lib/client/use-config-problems'
import { isMaskProblem } from '@/lib/derive/config-problems'
import { referencesOf } from '@/lib/derive/config-references'
import type { SubmissionForm } from '@/lib/derive/submission-form'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'

interface RunStartProps {
  run: RunToEdit
  form: SubmissionForm
  checks: ConfigChecks
  isCompared: boolean
  onCompare: (isOn: boolean) => void
  onGo: (from: number, to: number) => void
  onField: (field: string) => void
}

/** Which run the form was filled from, what of it could not be, and what somebody has to give again. */
export function RunStart({ run, form, checks, isCompared, onCompare, onGo, onField }: RunStartProps) {
  const { text } = run
  const masked = checks.list.filter(isMaskProblem)
  const references = text.state === 'shown' ? referencesOf(text.body) : []
  const headers = form.callback_headers.flatMap(({ name, value }, index) =>
    name !== '' && value === '' ? [{ name, index }] : [],
  )
  const isChanged = text.state === 'shown' && form.config !== text.body
  return (
    <section
      aria-label="The run this starts from"
      className="grid gap-1.5 rounded-panel bg-info-weak px-3 py-2 text-meta"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          From run{' '}
          <Link href={pathToRun(run.run_id)} look="inline">
            {visible(run.name ?? run.run_id)}
          </Link>
          , {visible(run.status)}, submitted <Age at={run.submitted_at} isSentence />
          {run.submitted_by !== null && ` by ${visible(run.submitted_by)}`}. {TEXTS[text.state]}
        </p>
        {text.state === 'shown' && (
          <span className="ml-auto flex items-center gap-2">
            <span className="text-ink-2">{isChanged ? 'The config was changed' : 'The config is as it was'}</span>
            <Button size="small" isPressed={isCompared} onPress={() => onCompare(!isCompared)}>
              {isCompared ? 'Hide the changes' : 'Show the changes'}
            </Button>
          </span>
        )}
      </div>
      {(masked.length > 0 || headers.length > 0) && (
        <p className="wrap-anywhere">
          <b className="font-strong">To be given again</b>, because nobody is shown them:{' '}
          {masked.map(({ from, to, line }, index) => (
            <button key={from} type="button" className={JUMP} onClick={() => onGo(from, to)}>
              {`${index > 0 ? ', ' : ''}line ${line}`}
            </button>
          ))}
          {headers.map(({ name, index }, at) => (
            <button key={name} type="button" className={JUMP} onClick={() => onField(`callback_headers.${index}`)}>
              {`${masked.length + at > 0 ? ', ' : ''}callback header ${visible(name)}`}
            </button>
          ))}
        </p>
      )}
      {references.length > 0 && (
        <p className="wrap-anywhere text-ink-2">
          {counted(references.length, 'value')} taken by reference, where it runs, as before:{' '}
          <code className="font-mono">{references.map(visible).join('  ')}</code>
        </p>
      )}
      {run.template !== null && (
        <p className="wrap-anywhere text-ink-2">
          It came of the template <code className="font-mono">{visible(run.template)}</code>, bound to its parameters;
          sent from here it is a config of your own.
        </p>
      )}
    </section>
  )
}

const JUMP = 'rounded-chip text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current'

const TEXTS: Record<RunToEdit['text']['state'], string> = {
  shown: 'Its config and what was asked for beside it are filled in.',
  withheld:
    'Stored configs are shown to admins only: what was asked for beside it is filled in, the config has to be pasted.',
  not_kept:
    'Its config was not kept: engines keep it only when they run as a cluster. What was asked for beside it is filled in.',
}
