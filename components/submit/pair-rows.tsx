import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import type { Pair } from '@/lib/derive/submission-form'
import type { FormControl } from './form-control'

interface PairRowsProps {
  control: FormControl
  name: 'labels' | 'callback_headers'
  /** Of one row: "label". */
  word: string
  hint: string
  /** Values that stand for credentials. */
  isSecret?: boolean
}

/** Names and values in rows; there is always an empty one to fill in. */
export function PairRows({ control, name, word, hint, isSecret = false }: PairRowsProps) {
  const { form, set, leave, problemOf } = control
  const pairs = form[name]
  const last = pairs.at(-1)
  const rows: readonly Pair[] =
    last === undefined || last.name + last.value !== '' ? [...pairs, { name: '', value: '' }] : pairs
  const change = (index: number, more: Partial<Pair>) =>
    set(
      name,
      rows.map((pair, at) => (at === index ? { ...pair, ...more } : pair)),
    )
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="pb-1 text-meta text-ink-2">{`${word.charAt(0).toUpperCase()}${word.slice(1)}s`}</legend>
      {rows.map((pair, index) => {
        const error = problemOf(`${name}.${index}`)
        const noteId = `${name}-${index}-note`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its name is being typed
          <div key={index} data-field={`${name}.${index}`} className="grid gap-1">
            <div className="flex items-center gap-1">
              <RowInput label={`Key of ${word} ${index + 1}`} field={`${name}_name`} error={error} noteId={noteId}>
                {{
                  value: pair.name,
                  placeholder: 'key',
                  onChange: (value) => change(index, { name: value }),
                  onLeave: () => leave(`${name}.${index}`),
                }}
              </RowInput>
              <RowInput
                label={`Value of ${word} ${index + 1}`}
                field={`${name}_value`}
                error={error}
                noteId={noteId}
                isSecret={isSecret}
              >
                {{
                  value: pair.value,
                  placeholder: 'value',
                  onChange: (value) => change(index, { value }),
                  onLeave: () => leave(`${name}.${index}`),
                }}
              </RowInput>
              <Button
                intent="quiet"
                icon="close"
                label={`Remove ${word} ${index + 1}`}
                isDisabled={pair.name + pair.value === '' && index === rows.length - 1}
                onPress={() =>
                  set(
                    name,
                    rows.filter((_, at) => at !== index),
                  )
                }
              />
            </div>
            {error !== null && (
              <p id={noteId} role="alert" className="text-meta text-bad">
                {error}
              </p>
            )}
          </div>
        )
      })}
      <p className="text-meta text-ink-3">{hint}</p>
    </fieldset>
  )
}

interface RowInputProps {
  label: string
  field: string
  error: string | null
  noteId: string
  isSecret?: boolean
  children: { value: string; placeholder: string; onChange: (value: string) => void; onLeave: () => void }
}

function RowInput({ label, field, error, noteId, isSecret = false, children }: RowInputProps) {
  const id = `${field}-${label.replaceAll(' ', '-')}`
  return (
    <div className="min-w-0 grow">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Input
        {...children}
        id={id}
        name={field}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        describedBy={error === null ? undefined : noteId}
        isInvalid={error !== null}
        isMono
      />
    </div>
  )
}
