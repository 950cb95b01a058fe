import { CheckField } from '@/components/ui/check-field'
import { TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import type { FormControl } from './form-control'
import { OptionGroup } from './option-group'
import { PairRows } from './pair-rows'
import { TextField } from './text-field'

/** Who is told when it is over. */
export function CallbackOptions({ control, hasEngine }: { control: FormControl; hasEngine: boolean }) {
  const { form, set } = control
  return (
    <OptionGroup title="Callback" set={form.callback_url || null}>
      <p className="text-meta text-ink-3">
        An address that is told how the run ended: up to three tries, 10 s each. http or https; link-local and metadata
        hosts are refused.
      </p>
      <div className="grid gap-3 wide:grid-cols-4">
        <div className="wide:col-span-3">
          <TextField
            control={control}
            name="callback_url"
            label="Address"
            placeholder="https://hooks.example.com/runs"
            isMono
          />
        </div>
        <TextField control={control} name="callback_method" label="Method" placeholder="POST" isMono />
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="pb-1 text-meta text-ink-2">When it ends as</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5">
          {TERMINAL_STATUSES.map((word) => (
            <CheckField
              key={word}
              name="callback_on"
              value={word}
              label={word}
              isChecked={form.callback_on.includes(word)}
              onChange={(isOn) =>
                set('callback_on', isOn ? [...form.callback_on, word] : form.callback_on.filter((one) => one !== word))
              }
            />
          ))}
        </div>
        <p className="text-meta text-ink-3">None ticked: whatever the end</p>
      </fieldset>
      {hasEngine || form.callback_headers.length > 0 ? (
        <PairRows
          control={control}
          name="callback_headers"
          word="header"
          isSecret
          hint="Sent along, and never shown again. A clustered engine refuses them: it would keep them in the history."
        />
      ) : (
        <p className="text-meta text-ink-3">
          Headers are not possible here: the run waits as a row in the history, where everybody on the store could read
          them.
        </p>
      )}
      <TextField
        control={control}
        name="callback_fields"
        label="Fields of your own"
        placeholder={'{"team": "data"}'}
        isMono
        isLong
        hint="A JSON object, sent beside event, run_id, status, name, labels, times, rows and error, whose names are taken"
      />
    </OptionGroup>
  )
}
