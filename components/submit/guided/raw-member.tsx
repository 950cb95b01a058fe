'use client'

import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { type Json, parseJson, writeJson } from '@/lib/contract/json'
import { indented } from '@/lib/derive/submission-text'
import { hintOf, labelOf } from './field-hint'
import { fieldName, type MemberProps, useFields } from './use-config-edits'

/** What no field is made for, as JSON; it goes into the text when the field is left and can be read. */
export function RawMember({ field, value, path }: MemberProps) {
  const { change, problemAt } = useFields()
  const kept = value === undefined ? '' : indented(writeJson(value))
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? kept
  const wrong = draft !== null && draft.trim() !== '' && read(draft) === undefined
  const settle = () => {
    if (draft === null || wrong) return
    const value = read(draft)
    setDraft(null)
    if (draft.trim() === '') change(path, undefined)
    else if (value !== undefined && writeJson(value) !== kept) change(path, value)
  }
  return (
    <div data-field={fieldName(path)} className="min-w-0">
      <Field
        label={labelOf(field)}
        hint={[hintOf(field), 'JSON'].filter(Boolean).join(' · ')}
        error={wrong ? 'This is no JSON yet: it is not in the config' : problemAt(path)}
      >
        {(control) => (
          <Textarea
            {...control}
            name={fieldName(path)}
            value={text}
            onChange={setDraft}
            onLeave={settle}
            rows={Math.min(10, text.split('\n').length + 1)}
            isMono
          />
        )}
      </Field>
    </div>
  )
}

function read(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
