'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField } from '@/components/ui/check-field'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { SkeletonLines } from '@/components/ui/skeleton'
import { useDraft } from '@/components/ui/use-draft'
import { type SchemaKind, schemaQuery } from '@/lib/client/connector-schemas'
import { isJsonObject, type JsonObject } from '@/lib/contract/json'
import type { ConfigPath } from '@/lib/derive/config-tree'
import { valueProblems } from '@/lib/derive/schema-check'
import type { Shape } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'
import { goToField } from '../form-control'
import { Members } from './members'
import { FieldsContext, fieldName, useFields } from './use-config-edits'

interface Named {
  name: string
  description?: string | null | undefined
}

interface ConnectorFormProps {
  kind: SchemaKind | 'state'
  /** Where its `type` and its `config` stand. */
  path: ConfigPath
  value: JsonObject | null
  /** What the engine was built with; null: nobody can tell. */
  names: readonly Named[] | null
}

/** A connector: which, and its config by its schema, or by what stands there where no schema is to be had. */
export function ConnectorForm({ kind, path, value, names }: ConnectorFormProps) {
  const { change } = useFields()
  const type = typeof value?.['type'] === 'string' ? value['type'] : ''
  const hasSchema = kind !== 'state' && names?.some(({ name }) => name === type) === true
  const schema = useQuery({ ...schemaQuery(kind === 'state' ? 'block' : kind, type), enabled: hasSchema })
  const config = value?.['config'] ?? null
  const others = Object.fromEntries(
    Object.entries(value ?? {}).filter(([name]) => name !== 'type' && name !== 'config'),
  )
  const choose = (next: string) =>
    value === null ? change(path, { type: next }) : change([...path, 'type'], next === '' ? undefined : next)
  return (
    <div className="grid min-w-0 gap-3">
      <KindField kind={kind} type={type} names={names} path={path} onChoose={choose} />
      {hasSchema && schema.isPending ? (
        <SkeletonLines lines={4} label="Asking the engine for its schema" />
      ) : (
        value !== null && (
          <SchemaFields
            key={type}
            shape={schema.data?.shape ?? null}
            value={isJsonObject(config) ? config : {}}
            path={[...path, 'config']}
          />
        )
      )}
      {Object.keys(others).length > 0 && (
        <fieldset className="grid min-w-0 gap-2.5 rounded-control border border-line p-2.5">
          <legend className="px-1 text-meta text-ink-2">Beside its config</legend>
          <Members fields={[]} value={others} path={path} isOpen={false} />
        </fieldset>
      )}
    </div>
  )
}

interface KindFieldProps extends Pick<ConnectorFormProps, 'kind' | 'names' | 'path'> {
  type: string
  onChoose: (type: string) => void
}

function KindField({ kind, type, names, path, onChoose }: KindFieldProps) {
  const draft = useDraft(type, onChoose)
  const known = names?.find(({ name }) => name === type)
  const label = `Kind of ${kind === 'state' ? 'state store' : kind}`
  const isStrange = names !== null && type !== '' && known === undefined
  return (
    <div data-field={fieldName([...path, 'type'])}>
      <Field
        label={label}
        hint={known?.description ? visible(firstSentence(known.description)) : undefined}
        error={isStrange ? 'This engine was built without it' : null}
      >
        {(control) =>
          names === null ? (
            <Input
              {...control}
              name={fieldName([...path, 'type'])}
              value={draft.text}
              onChange={draft.type}
              onLeave={draft.settle}
              placeholder="csv, postgres, …"
              isMono
            />
          ) : (
            <Select
              id={control.id}
              value={type}
              options={[
                { value: '', label: 'choose one' },
                ...names.map(({ name }) => ({ value: name, label: name })),
                ...(isStrange ? [{ value: type, label: visible(type) }] : []),
              ]}
              onChange={onChoose}
            />
          )
        }
      </Field>
    </div>
  )
}

const firstSentence = (text: string): string => /^.{1,160}?(?:\.(?=\s)|$)/s.exec(text)?.[0] ?? `${text.slice(0, 160)}…`

interface SchemaFieldsProps {
  /** Null: no schema is to be had. */
  shape: Shape | null
  value: JsonObject
  path: ConfigPath
}

/** More fields than these are searched. */
const MANY = 8

/** The members of one object by its schema, what is wrong with them first, and a way to find one among many. */
export function SchemaFields({ shape, value, path }: SchemaFieldsProps) {
  const outer = useFields()
  const [words, setWords] = useState('')
  const [isShort, setShort] = useState(false)
  const fields = shape?.kind === 'object' ? shape.fields : []
  const problems = shape === null ? [] : valueProblems(shape, value, [...path])
  const byPlace = new Map(problems.map((problem) => [problem.path.join('\n'), problem.message]))
  const isMany = fields.length > MANY
  const shown = fields.filter(
    ({ name, note, isRequired }) =>
      !isMany ||
      ((!isShort || isRequired || value[name] !== undefined) &&
        `${name} ${note ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())),
  )
  const hidden = fields.filter((field) => !shown.includes(field)).map(({ name }) => name)
  return (
    <FieldsContext value={{ ...outer, problemAt: (at) => byPlace.get(at.join('\n')) ?? outer.problemAt(at) }}>
      {problems.length > 0 && (
        <div className="rounded-control bg-warn-weak px-2.5 py-1.5 text-meta">
          <p className="font-strong">To look at</p>
          <ul className="grid gap-0.5">
            {problems.slice(0, 20).map(({ path: at, message }) => (
              <li key={at.join('\n') + message}>
                <button
                  type="button"
                  onClick={() => goToField(fieldName(at))}
                  className="rounded-chip text-left underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
                  <code className="font-mono">{visible(at.slice(path.length).join('.')) || 'config'}</code>: {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isMany && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-1.5">
          <Field label="Find a field">
            {(control) => <Input {...control} type="search" name="find a field" value={words} onChange={setWords} />}
          </Field>
          <span className="pb-1">
            <CheckField name="needed only" label="Needed or set only" isChecked={isShort} onChange={setShort} />
          </span>
        </div>
      )}
      <Members
        fields={shown}
        value={value}
        path={path}
        own={hidden}
        isOpen={shape === null || shape.kind === 'map' || (shape.kind === 'object' && shape.isOpen)}
      />
      {isMany && hidden.length > 0 && shown.length === 0 && <p className="text-ink-2">No field is called so.</p>}
    </FieldsContext>
  )
}
