'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/components/ui/use-draft'
import { type Json, parseJson } from '@/lib/contract/json'
import { HIDDEN } from '@/lib/derive/mask'
import { isReference, wordOf } from '@/lib/derive/schema-check'
import type { FieldShape } from '@/lib/derive/schema-shape'
import { hintOf, labelOf, presetWord } from './field-hint'
import { fieldName, type MemberProps, useFields } from './use-config-edits'

/** A text or a number in one line, or in several; a secret is covered while it is typed, and may be named instead. */
export function TextMember({ field, value, path }: MemberProps) {
  const { change, problemAt } = useFields()
  const [isLeft, setLeft] = useState(false)
  const isMasked = field.isSecret && value === HIDDEN
  const shown = value === undefined || value === null || isMasked ? '' : wordOf(value)
  const draft = useDraft(shown, (text) => change(path, text === '' ? undefined : typedValue(text, field)))
  const leave = () => {
    setLeft(true)
    draft.settle()
  }
  const problem = problemAt(path)
  const isMissing = value === undefined || value === null
  const isNamed = isReference(draft.text)
  const { shape } = field
  const isLong = shape.kind === 'text' && (shape.isLong || draft.text.includes('\n')) && !field.isSecret
  return (
    <div data-field={fieldName(path)} className="flex min-w-0 items-start gap-1.5">
      <Field label={labelOf(field)} hint={hintOf(field)} error={isMissing && !isLeft ? null : problem}>
        {(control) =>
          isLong ? (
            <Textarea
              {...control}
              name={fieldName(path)}
              value={draft.text}
              onChange={draft.type}
              onLeave={draft.settle}
              placeholder={presetWord(field)}
              rows={4}
              isMono
            />
          ) : (
            <Input
              {...control}
              name={fieldName(path)}
              type={field.isSecret && !isNamed ? 'password' : 'text'}
              autoComplete={field.isSecret ? 'new-password' : 'off'}
              value={draft.text}
              onChange={draft.type}
              onLeave={leave}
              placeholder={isMasked ? 'masked: give it again' : presetWord(field)}
              isRequired={field.isRequired}
              isMono
            />
          )
        }
      </Field>
      {field.isSecret && !isNamed && (
        <span className="pt-5.5">
          <Button
            onPress={() => change(path, `\${env:${constantOf(field.name)}}`)}
            label={`Name ${field.name} by reference`}
          >
            By reference
          </Button>
        </span>
      )}
    </div>
  )
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A number where one is meant and one was typed; what else was typed stays what it is, and is told to be wrong. */
const typedValue = (text: string, { shape }: FieldShape): Json =>
  shape.kind === 'number' && NUMBER.test(text.trim()) ? parseJson(text.trim()) : text

/** `apiKey` as an environment would call it: `API_KEY`. */
const constantOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
