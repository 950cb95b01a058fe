'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CheckField } from '@/components/ui/check-field'
import { Panel } from '@/components/ui/panel'
import { tenantsQuery } from '@/lib/client/submit'
import { CallbackOptions } from './callback-options'
import type { FormControl } from './form-control'
import { LimitOptions } from './limit-options'
import { OptionGroup } from './option-group'
import { PairRows } from './pair-rows'
import { RowOptions } from './row-options'
import { TextField } from './text-field'

interface OptionsStepProps {
  control: FormControl
  hasEngine: boolean
  /** Every run waits for others here, whatever is ticked. */
  needsApproval: boolean
  newKey: () => void
}

/** Everything about a run that is not its config. */
export function OptionsStep({ control, hasEngine, needsApproval, newKey }: OptionsStepProps) {
  const { form, set } = control
  const names = useId()
  const tenants = useQuery(tenantsQuery())
  const asks = needsApproval || form.require_approval
  return (
    <div className="grid min-w-0 content-start gap-3.5">
      <Panel title="Run">
        <div className="grid gap-3">
          <TextField
            control={control}
            name="name"
            label="Name"
            hint="Runs of one name share their history here. Bookmarks go by the name in the config: two configs of one name share those."
          />
          <div className="grid gap-3 wide:grid-cols-2">
            <TextField
              control={control}
              name="timeout"
              label="Time-out"
              placeholder="none"
              hint="90s, 30m, 2h; a plain number is seconds"
            />
            <TextField
              control={control}
              name="tenant"
              label="Tenant"
              placeholder="none"
              list={names}
              hint="Its limits count, and it sees the run"
            />
            <datalist id={names}>
              {tenants.data?.map(({ id, name, suspended }) => (
                <option key={id} value={id}>
                  {[name, suspended ? 'suspended' : null].filter(Boolean).join(' · ')}
                </option>
              ))}
            </datalist>
          </div>
          <PairRows
            control={control}
            name="labels"
            word="label"
            hint="A key has 1 to 63 characters and no “:”, a value at most 256. Keys that servers write are refused."
          />
        </div>
      </Panel>
      <Panel title="Before it runs">
        <div className="grid gap-3">
          <CheckField
            name="doctor_first"
            label="Check first"
            isChecked={form.doctor_first}
            isDisabled={!hasEngine}
            hint={
              hasEngine
                ? 'The engine probes source and sink, and refuses the run when a probe fails'
                : 'Needs an engine that can reach source and sink: none is configured'
            }
            onChange={(isOn) => set('doctor_first', isOn)}
          />
          <CheckField
            name="require_approval"
            label="Ask for approval"
            isChecked={asks}
            isDisabled={needsApproval}
            hint={
              needsApproval
                ? 'Every run needs approval here'
                : 'A change request is made instead of a run; it runs as yours once others approve it'
            }
            onChange={(isOn) => set('require_approval', isOn)}
          />
          {asks && (
            <TextField control={control} name="reason" label="Reason" isLong hint="Whoever decides reads it first" />
          )}
          <TextField
            control={control}
            name="idempotency_key"
            label="Idempotency key"
            isMono
            hint={
              <>
                Sent twice with one key, it runs once. Another config needs another key.{' '}
                <button
                  type="button"
                  onClick={newKey}
                  className="rounded-chip text-accent underline underline-offset-2"
                >
                  Fresh key
                </button>
              </>
            }
          />
        </div>
      </Panel>
      <LimitOptions control={control} />
      <RowOptions control={control} />
      <OptionGroup title="Clock and concurrency" set={setWords([form.clock, form.concurrency])}>
        <TextField
          control={control}
          name="clock"
          label="Clock"
          placeholder="the time it starts"
          isMono
          hint="What ${now} stands for, as an instant with its offset: 2026-11-30T13:00:00Z"
        />
        <TextField
          control={control}
          name="concurrency"
          label="Concurrency"
          placeholder="as the config says"
          hint="Connections or fetches at once, above 0"
        />
      </OptionGroup>
      <CallbackOptions control={control} hasEngine={hasEngine} />
    </div>
  )
}

const setWords = (texts: readonly string[]): string | null => texts.filter((text) => text !== '').join(' · ') || null
