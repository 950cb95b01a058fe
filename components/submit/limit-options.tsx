import type { FormControl } from './form-control'
import { OptionGroup } from './option-group'
import { TextField } from './text-field'

/** Ceilings: a run that reaches one is stopped. */
export function LimitOptions({ control }: { control: FormControl }) {
  const { max_records, max_bytes, max_duration, allowed_sinks } = control.form
  const set = [max_records && `${max_records} rows`, max_bytes, max_duration, allowed_sinks].filter(Boolean).join(' · ')
  return (
    <OptionGroup title="Budget" set={set || null}>
      <p className="text-meta text-ink-3">
        A run that reaches one of these stops. It becomes a part of the config, the stricter of both where that has one;
        comments in the config go with it.
      </p>
      <div className="grid gap-3 wide:grid-cols-3">
        <TextField control={control} name="max_records" label="Rows" placeholder="no limit" hint="1,000,000" />
        <TextField control={control} name="max_bytes" label="Bytes" placeholder="no limit" hint="500 MiB, 2 GB" />
        <TextField control={control} name="max_duration" label="Time" placeholder="no limit" hint="90s, 30m, 2h" />
      </div>
      <TextField
        control={control}
        name="allowed_sinks"
        label="Sinks that may be written"
        placeholder="any"
        hint="Kinds or names of sinks, with commas between them: jsonl, postgres"
      />
    </OptionGroup>
  )
}
