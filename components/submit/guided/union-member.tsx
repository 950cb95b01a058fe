'use client'

import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { isJsonObject, type Json } from '@/lib/contract/json'
import { visible } from '@/lib/format/text'
import { hintOf, labelOf } from './field-hint'
import { Members } from './members'
import { fieldName, type MemberProps, useFields } from './use-config-edits'

/** One of several kinds, told apart by a member; what the new kind knows too stays. */
export function UnionMember({ field, value, path }: MemberProps) {
  const { change, problemAt } = useFields()
  const { tag, variants } = field.shape.kind === 'union' ? field.shape : { tag: 'type', variants: [] }
  const members = value !== undefined && isJsonObject(value) ? value : null
  const now = members === null ? '' : String(members[tag] ?? '')
  const chosen = variants.find((one) => one.value === now)
  const choose = (next: string) => {
    const variant = variants.find((one) => one.value === next)
    if (variant === undefined) return change(path, undefined)
    const known = new Set(variant.fields.map(({ name }) => name))
    const kept = Object.entries(members ?? {}).filter(([name]) => known.has(name))
    change(path, { [tag]: next, ...Object.fromEntries(kept) } as Json)
  }
  return (
    <fieldset data-field={fieldName(path)} className="grid min-w-0 gap-2.5 rounded-control border border-line p-2.5">
      <legend className="px-1 text-meta text-ink-2">{labelOf(field)}</legend>
      <Field
        label={visible(tag)}
        hint={[hintOf(field), chosen?.note && visible(chosen.note)].filter(Boolean).join(' · ')}
        error={members === null ? null : problemAt([...path, tag])}
      >
        {({ id }) => (
          <Select
            id={id}
            value={now}
            options={[
              { value: '', label: 'not set' },
              ...variants.map((one) => ({ value: one.value, label: visible(one.value) })),
              ...(now !== '' && chosen === undefined ? [{ value: now, label: `${visible(now)} (unknown)` }] : []),
            ]}
            onChange={choose}
          />
        )}
      </Field>
      {members !== null && (
        <Members fields={chosen?.fields ?? []} value={members} path={path} own={[tag]} isOpen={chosen === undefined} />
      )}
    </fieldset>
  )
}
