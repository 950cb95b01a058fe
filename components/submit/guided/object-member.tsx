'use client'

import { Button } from '@/components/ui/button'
import { isJsonObject } from '@/lib/contract/json'
import { visible } from '@/lib/format/text'
import { hintOf, labelOf } from './field-hint'
import { Members } from './members'
import { fieldName, type MemberProps, useFields } from './use-config-edits'

/** Members inside a member: absent as a whole until somebody adds it. */
export function ObjectMember({ field, value, path }: MemberProps) {
  const { change, problemAt } = useFields()
  const members = value !== undefined && isJsonObject(value) ? value : null
  const { shape } = field
  const problem = members === null ? null : problemAt(path)
  return (
    <fieldset data-field={fieldName(path)} className="grid min-w-0 gap-2.5 rounded-control border border-line p-2.5">
      <legend className="px-1 text-meta text-ink-2">{labelOf(field)}</legend>
      {hintOf(field) && <p className="text-meta text-ink-3">{hintOf(field)}</p>}
      {problem !== null && (
        <p role="alert" className="text-meta text-bad">
          {problem}
        </p>
      )}
      {members !== null && (
        <Members
          fields={shape.kind === 'object' ? shape.fields : []}
          value={members}
          path={path}
          isOpen={shape.kind === 'map' || (shape.kind === 'object' && shape.isOpen)}
          {...(shape.kind === 'map' && { each: shape.value })}
        />
      )}
      <span>
        <Button
          size="small"
          intent={members === null ? 'plain' : 'quiet'}
          label={`${members === null ? 'Add' : 'Remove'} ${visible(field.name)}`}
          onPress={() => change(path, members === null ? {} : undefined)}
        >
          {members === null ? 'Add' : 'Remove'}
        </Button>
      </span>
    </fieldset>
  )
}
