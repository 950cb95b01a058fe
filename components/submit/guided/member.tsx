'use client'

import { CheckField } from '@/components/ui/check-field'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { isJsonObject, type Json, writeJson } from '@/lib/contract/json'
import { isReference, wordOf } from '@/lib/derive/schema-check'
import type { FieldShape } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'
import { hintOf, labelOf, presetWord } from './field-hint'
import { ListMember } from './list-member'
import { ObjectMember } from './object-member'
import { RawMember } from './raw-member'
import { TextMember } from './text-member'
import { UnionMember } from './union-member'
import { fieldName, type MemberProps, useFields } from './use-config-edits'

/** One member of a config, by what it may be. */
export function Member(props: MemberProps) {
  const { field, value } = props
  // A reference stands for what comes of it; what is of another kind than it should be is shown as it is.
  if (value !== undefined && isReference(value)) return <TextMember {...props} field={asText(field)} />
  if (value !== undefined && value !== null && !fits(field, value)) return <RawMember {...props} />
  switch (field.shape.kind) {
    case 'text':
    case 'number':
      return <TextMember {...props} />
    case 'switch':
      return <SwitchMember {...props} />
    case 'choice':
      return <ChoiceMember {...props} />
    case 'list':
      return <ListMember {...props} />
    case 'map':
    case 'object':
      return <ObjectMember {...props} />
    case 'union':
      return <UnionMember {...props} />
    default:
      return <RawMember {...props} />
  }
}

const asText = (field: FieldShape): FieldShape => ({ ...field, shape: { kind: 'text', isLong: false, pattern: null } })

function fits({ shape }: FieldShape, value: Json): boolean {
  switch (shape.kind) {
    case 'object':
    case 'map':
    case 'union':
      return isJsonObject(value)
    case 'list':
      return Array.isArray(value)
    case 'switch':
      return typeof value === 'boolean'
    case 'raw':
      return true
    default:
      return !Array.isArray(value) && !isJsonObject(value)
  }
}

function SwitchMember({ field, value, path }: MemberProps) {
  const { change } = useFields()
  const preset = field.preset === true
  const isOn = typeof value === 'boolean' ? value : preset
  return (
    <div data-field={fieldName(path)}>
      <CheckField
        name={fieldName(path)}
        label={labelOf(field)}
        hint={hintOf(field)}
        isChecked={isOn}
        onChange={(next) => change(path, next === preset && !field.isRequired ? undefined : next)}
      />
    </div>
  )
}

function ChoiceMember({ field, value, path }: MemberProps) {
  const { change, problemAt } = useFields()
  const options = field.shape.kind === 'choice' ? field.shape.options : []
  const now = value === undefined || value === null ? '' : writeJson(value)
  const chosen = options.find((one) => writeJson(one.value) === now)
  const isOther = now !== '' && chosen === undefined
  const hint = [hintOf(field), chosen?.note && visible(chosen.note)].filter(Boolean).join(' · ')
  return (
    <div data-field={fieldName(path)}>
      <Field
        label={labelOf(field)}
        {...(hint !== '' && { hint })}
        error={value === undefined || value === null ? null : problemAt(path)}
      >
        {({ id }) => (
          <Select
            id={id}
            value={now}
            options={[
              { value: '', label: presetWord(field) === '' ? 'not set' : `not set: ${presetWord(field)}` },
              ...options.map((one) => ({ value: writeJson(one.value), label: visible(wordOf(one.value)) })),
              ...(isOther ? [{ value: now, label: `${visible(now)} (unknown)` }] : []),
            ]}
            onChange={(next) =>
              change(path, next === '' ? undefined : options.find((one) => writeJson(one.value) === next)?.value)
            }
          />
        )}
      </Field>
    </div>
  )
}
