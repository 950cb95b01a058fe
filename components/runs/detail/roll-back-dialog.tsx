'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/check-field'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { isApiError } from '@/lib/client/api-error'
import { type RollBackAsked, type RollBackOutcome, useRollBack } from '@/lib/client/roll-back'
import { type HeadRecord, invocationsQuery } from '@/lib/client/run-parts'
import { asksForConfig, rollBackVerdict } from '@/lib/derive/roll-back'
import { runTitle } from '@/lib/derive/run-facts'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { RollBackResult } from './roll-back-result'

/** As many as a list of choices can hold. */
const MOST = 500

/** Undoes what one invocation wrote: first tried, then, for exactly what was tried, done. */
export function RollBackDialog({ run, onClose }: { run: HeadRecord; onClose: () => void }) {
  const { data } = useQuery(invocationsQuery(run.run_id))
  const own = (data?.rows ?? []).flatMap(({ run_id: id, row_id, parent_record_key: parent, records_written }) =>
    id === undefined
      ? []
      : [
          {
            value: id,
            label: `${parent === undefined ? row_id : `${row_id} · ${parent}`}, ${whole(records_written)} rows`,
          },
        ],
  )
  const [chosen, choose] = useState<string | null>(null)
  const [force, setForce] = useState(false)
  const [config, setConfig] = useState('')
  const [typed, setTyped] = useState('')
  const attempt = useRollBack()
  const [trial, setTrial] = useState<{ asked: RollBackAsked; outcome: RollBackOutcome } | null>(null)
  const invocation = chosen ?? own[0]?.value ?? null
  const needsConfig =
    config !== '' || (isApiError(attempt.error) && asksForConfig(attempt.error.status, attempt.error.message))
  const asked: RollBackAsked | null =
    invocation === null
      ? null
      : {
          run_id: run.run_id,
          invocation_id: invocation,
          dry_run: true,
          force,
          ...(config.trim() !== '' && { config, config_format: config.trimStart().startsWith('{') ? 'json' : 'yaml' }),
        }
  // Done for real is only what was tried: any other choice has to be tried first.
  const isSame = (other: RollBackAsked | undefined) =>
    other !== undefined && asked !== null && JSON.stringify({ ...other, dry_run: true }) === JSON.stringify(asked)
  const done = attempt.data?.dry_run === false ? attempt.data : undefined
  const outcome = done ?? (isSame(trial?.asked) ? trial?.outcome : undefined)
  const verdict = outcome === undefined ? null : rollBackVerdict(outcome, force)
  const name = runTitle(run)

  return (
    <Dialog title="Roll back what this run wrote" isOpen onOpen={(isOpen) => !isOpen && onClose()}>
      <div className="grid max-w-prose gap-3.5">
        <p className="text-ink-2">
          Rows that an invocation added are deleted, those it changed are restored, and its bookmark is set back. First
          it is only tried: nothing changes until you say so.
        </p>
        <Field
          label="Invocation"
          hint={own.length > MOST ? `The first ${whole(MOST)} of ${whole(own.length)} can be chosen here.` : undefined}
        >
          {({ id }) => (
            <Select
              id={id}
              value={invocation ?? ''}
              options={data === undefined ? [{ value: '', label: 'Loading…' }] : own.slice(0, MOST)}
              onChange={choose}
            />
          )}
        </Field>
        <CheckField
          name="force"
          label="Force"
          hint="Later runs may have changed the same keys. Forced, their changes are undone as well and lost."
          isChecked={force}
          onChange={setForce}
        />
        {needsConfig && (
          <Field
            label="Config of the run"
            hint="The engine did not keep it, and needs it to reach the destination. YAML or JSON."
          >
            {({ id, describedBy }) => (
              <Textarea id={id} name="config" rows={8} value={config} onChange={setConfig} describedBy={describedBy} />
            )}
          </Field>
        )}
        {attempt.error !== null && isSame(attempt.variables) && (
          <p role="alert" className="rounded-control bg-bad-weak px-3 py-2 wrap-anywhere text-bad">
            {attempt.error.message}
          </p>
        )}
        {outcome !== undefined && verdict !== null && <RollBackResult outcome={outcome} verdict={verdict} />}
        {verdict?.canApply === true && (
          <Field label={`To roll back for real, type the name of the run: ${visible(name)}`}>
            {({ id }) => <Input id={id} name="name" value={typed} onChange={setTyped} />}
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onClose}>{done === undefined ? 'Leave it' : 'Close'}</Button>
          {done === undefined && (
            <Button
              intent={verdict?.canApply === true ? 'plain' : 'primary'}
              isBusy={attempt.isPending && attempt.variables.dry_run}
              isDisabled={asked === null || attempt.isPending}
              onPress={() =>
                asked !== null && attempt.mutate(asked, { onSuccess: (told) => setTrial({ asked, outcome: told }) })
              }
            >
              {outcome === undefined ? 'Try it' : 'Try again'}
            </Button>
          )}
          {verdict?.canApply === true && (
            <Button
              intent="danger"
              isBusy={attempt.isPending && !attempt.variables.dry_run}
              whyOff={typed.trim() === name.trim() ? null : 'the name of the run has to be typed first'}
              onPress={() => asked !== null && attempt.mutate({ ...asked, dry_run: false })}
            >
              Roll back for real
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
