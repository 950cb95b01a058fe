'use client'

import { Button } from '@/components/ui/button'
import type { Json } from '@/lib/contract/json'
import type { FieldShape, Shape } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'
import { hintOf, labelOf } from './field-hint'
import { fieldName, type MemberProps, useFields } from './use-config-edits'

/** A list, an item a row. */
export function ListMember({ field, value, path }: MemberProps) {
  const { Member, edit, problemAt, change } = useFields()
  const item: Shape = field.shape.kind === 'list' ? field.shape.item : { kind: 'raw' }
  const items = Array.isArray(value) ? value : []
  const problem = value === undefined ? null : problemAt(path)
  return (
    <fieldset data-field={fieldName(path)} className="grid min-w-0 gap-1.5 rounded-control border border-line p-2.5">
      <legend className="px-1 text-meta text-ink-2">{labelOf(field)}</legend>
      {hintOf(field) && <p className="text-meta text-ink-3">{hintOf(field)}</p>}
      {problem !== null && (
        <p role="alert" className="text-meta text-bad">
          {problem}
        </p>
      )}
      {items.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
        <div key={index} className="flex min-w-0 items-start gap-1.5">
          <div className="min-w-0 grow">
            <Member field={itemOf(field, item, index)} value={one} path={[...path, index]} />
          </div>
          <span className="pt-5.5">
            <Button
              intent="quiet"
              icon="close"
              label={`Remove ${visible(field.name)} ${index + 1}`}
              onPress={() => (items.length === 1 ? change(path, undefined) : change([...path, index], undefined))}
            />
          </span>
        </div>
      ))}
      <span>
        <Button
          size="small"
          onPress={() => edit({ op: 'insert', path, index: items.length, value: emptyOf(item) })}
          label={`Add to ${visible(field.name)}`}
        >
          Add
        </Button>
      </span>
    </fieldset>
  )
}

const itemOf = ({ name, isSecret }: FieldShape, shape: Shape, index: number): FieldShape => ({
  ...{ name: `${name} ${index + 1}`, note: null, isRequired: false, preset: undefined },
  isSecret,
  shape,
})

/** What a new item begins as. */
function emptyOf(shape: Shape): Json {
  switch (shape.kind) {
    case 'number':
      return shape.min ?? 0
    case 'switch':
      return false
    case 'choice':
      return shape.options[0]?.value ?? ''
    case 'list':
      return []
    case 'map':
    case 'object':
      return {}
    case 'union':
      return { [shape.tag]: shape.variants[0]?.value ?? '' }
    default:
      return ''
  }
}
