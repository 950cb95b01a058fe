import type { ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import type { SubmissionForm } from '@/lib/derive/submission-form'
import type { FormControl } from './form-control'

type TextName = { [K in keyof SubmissionForm]: string extends SubmissionForm[K] ? K : never }[keyof SubmissionForm]

interface TextFieldProps {
  control: FormControl
  name: TextName
  label: string
  hint?: ReactNode
  placeholder?: string
  isMono?: boolean
  isLong?: boolean
  list?: string
}

/** One text of the form under its own name. */
export function TextField({ control, name, label, hint, isLong = false, list, ...look }: TextFieldProps) {
  const { form, set, leave, problemOf } = control
  return (
    <div data-field={name} className="min-w-0">
      <Field label={label} hint={hint} error={problemOf(name)}>
        {(field) =>
          isLong ? (
            <Textarea {...field} {...look} name={name} value={form[name]} onChange={(value) => set(name, value)} />
          ) : (
            <Input
              {...field}
              {...look}
              {...(list !== undefined && { list })}
              name={name}
              value={form[name]}
              onChange={(value) => set(name, value)}
              onLeave={() => leave(name)}
            />
          )
        }
      </Field>
    </div>
  )
}
