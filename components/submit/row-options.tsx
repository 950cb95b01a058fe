import { CheckField } from '@/components/ui/check-field'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { ROW_STATUSES } from '@/lib/derive/submission-form'
import type { FormControl } from './form-control'
import { OptionGroup } from './option-group'
import { TextField } from './text-field'

/** Which rows of a matrix run. */
export function RowOptions({ control }: { control: FormControl }) {
  const { form, set } = control
  const words = [
    form.select && `select ${form.select}`,
    form.only && `only ${form.only}`,
    form.skip && `skip ${form.skip}`,
    form.tags && `tags ${form.tags}`,
    form.row_status.join(', '),
    form.include_parents && `parents ${form.include_parents}`,
  ]
  return (
    <OptionGroup title="Rows" set={words.filter(Boolean).join(' · ') || null}>
      <p className="text-meta text-ink-3">
        Which rows of the matrix run; unset: those that run by default. Names with commas between them. A pipeline made
        of nodes has no rows.
      </p>
      <div className="grid gap-3 wide:grid-cols-2">
        <TextField control={control} name="select" label="Select" hint="Beside the default rows" />
        <TextField control={control} name="only" label="Only" hint="These and no others" />
        <TextField control={control} name="skip" label="Skip" />
        <TextField control={control} name="tags" label="Tags" />
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="pb-1 text-meta text-ink-2">Status of the row</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5">
          {ROW_STATUSES.map((word) => (
            <CheckField
              key={word}
              name="row_status"
              value={word}
              label={word}
              isChecked={form.row_status.includes(word)}
              onChange={(isOn) =>
                set('row_status', isOn ? [...form.row_status, word] : form.row_status.filter((one) => one !== word))
              }
            />
          ))}
        </div>
      </fieldset>
      <Field
        label="Parents of selected rows"
        hint="Rows that a selected one needs and that are not selected themselves"
      >
        {(field) => (
          <Select
            id={field.id}
            name="include_parents"
            value={form.include_parents}
            options={[
              { value: '', label: 'as the config says' },
              { value: 'off', label: 'off: refuse the run' },
              { value: 'eligible', label: 'eligible: those that may run' },
              { value: 'all', label: 'all' },
            ]}
            onChange={(value) => set('include_parents', value)}
          />
        )}
      </Field>
    </OptionGroup>
  )
}
