'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { Json } from '@/lib/contract/json'
import type { ConfigPath } from '@/lib/derive/config-tree'
import type { Shape } from '@/lib/derive/schema-shape'
import { useFields } from './use-config-edits'

interface AddMemberProps {
  taken: readonly string[]
  path: ConfigPath
  /** What all of them are; absent: somebody says. */
  each?: Shape
}

const KINDS = {
  text: '',
  number: 0,
  switch: true,
  list: [''],
  group: {},
} as const satisfies Record<string, Json | readonly string[]>
type Kind = keyof typeof KINDS

/** Another member: its name, and what it will be. */
export function AddMember({ taken, path, each }: AddMemberProps) {
  const id = useId()
  const { change } = useFields()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('text')
  const isTaken = taken.includes(name.trim())
  const isKnown = each !== undefined && each.kind !== 'raw'
  const add = () => {
    if (name.trim() === '' || isTaken) return
    const value: Json = isKnown ? startOf(each) : Array.isArray(KINDS[kind]) ? [''] : (KINDS[kind] as Json)
    change([...path, name.trim()], value)
    setName('')
  }
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">
        <label htmlFor={`${id}-name`} className="sr-only">
          Name of a new field
        </label>
        <span className="min-w-30 grow">
          <Input
            id={`${id}-name`}
            name="new field"
            value={name}
            onChange={setName}
            placeholder="name of a new field"
            isInvalid={isTaken}
            describedBy={isTaken ? `${id}-note` : undefined}
            isMono
            onKey={(key) => key === 'Enter' && add()}
          />
        </span>
        {!isKnown && (
          <span className="w-24">
            <label htmlFor={`${id}-kind`} className="sr-only">
              Kind of the new field
            </label>
            <Select
              id={`${id}-kind`}
              value={kind}
              options={Object.keys(KINDS).map((word) => ({ value: word, label: word }))}
              onChange={(word) => setKind(word as Kind)}
            />
          </span>
        )}
        <Button onPress={add} isDisabled={name.trim() === '' || isTaken}>
          Add field
        </Button>
      </div>
      {isTaken && (
        <p id={`${id}-note`} className="text-meta text-bad">
          There is one of that name
        </p>
      )}
    </div>
  )
}

function startOf(shape: Shape): Json {
  if (shape.kind === 'number') return shape.min ?? 0
  if (shape.kind === 'switch') return true
  if (shape.kind === 'list') return []
  return shape.kind === 'object' || shape.kind === 'map' ? {} : ''
}
