'use client'

import { Button } from '@/components/ui/button'
import type { JsonObject } from '@/lib/contract/json'
import type { ConfigPath } from '@/lib/derive/config-tree'
import { type FieldShape, fieldOfValue, type Shape } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'
import { AddMember } from './add-member'
import { useFields } from './use-config-edits'

interface MembersProps {
  /** As a schema names them; none: they are read off the value. */
  fields: readonly FieldShape[]
  value: JsonObject
  path: ConfigPath
  /** Others may be added. */
  isOpen: boolean
  /** What the members of a map are. */
  each?: Shape
  /** Members that have a place of their own elsewhere. */
  own?: readonly string[]
}

/** The members of an object: those that a schema names, then those that only the text has. */
export function Members({ fields, value, path, isOpen, each, own = [] }: MembersProps) {
  const { Member, change } = useFields()
  const named = new Set([...fields.map(({ name }) => name), ...own])
  const others = Object.entries(value).filter(([name]) => !named.has(name))
  const strangers = fields.length > 0 && !isOpen ? others : []
  return (
    <div className="grid min-w-0 gap-3">
      {fields.map((field) => (
        <Member key={field.name} field={field} value={value[field.name]} path={[...path, field.name]} />
      ))}
      {strangers.length > 0 && (
        <p className="text-meta text-ink-2">
          Only in the text, and not in the schema: {strangers.map(([name]) => visible(name)).join(', ')}
        </p>
      )}
      {others.map(([name, inside]) => {
        const field = fieldOfValue(name, inside)
        return (
          <div key={name} className="flex min-w-0 items-start gap-1.5">
            <div className="min-w-0 grow">
              <Member
                field={each === undefined || each.kind === 'raw' ? field : { ...field, shape: each }}
                value={inside}
                path={[...path, name]}
              />
            </div>
            {field.shape.kind !== 'object' && (
              <span className="pt-5.5">
                <Button
                  intent="quiet"
                  icon="close"
                  label={`Remove ${visible(name)}`}
                  onPress={() => change([...path, name], undefined)}
                />
              </span>
            )}
          </div>
        )
      })}
      {isOpen && <AddMember taken={Object.keys(value)} path={path} {...(each !== undefined && { each })} />}
    </div>
  )
}
