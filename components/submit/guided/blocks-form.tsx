'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { SkeletonLines } from '@/components/ui/skeleton'
import { blocksIn, type SchemaList, schemaQuery } from '@/lib/client/connector-schemas'
import { isJsonObject, type Json, type JsonObject } from '@/lib/contract/json'
import { type BlockPlace, blocksOf, groupOf } from '@/lib/derive/config-parts'
import { fieldOfValue } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'
import { OptionGroup } from '../option-group'
import { AddMember } from './add-member'
import { ConnectorForm, SchemaFields } from './connector-form'
import { Member } from './member'
import { useFields } from './use-config-edits'

interface BlocksFormProps {
  doc: Json
  /** Null: no engine told what it knows. */
  list: SchemaList | null
}

const GROUPS = ['Reliability', 'Governance', 'Other blocks'] as const

/** Everything beside source, transforms and sink: the blocks of the engine's build, and whatever else the text has. */
export function BlocksForm({ doc, list }: BlocksFormProps) {
  const known = blocksIn(list ?? undefined)
  const hasState = known.some(({ name }) => name === 'state')
  const state = { name: 'state', description: 'Where bookmarks are kept', placement: 'pipeline' }
  const blocks = blocksOf(doc, list === null || list.state.length === 0 || hasState ? known : [state, ...known])
  return (
    <div className="grid min-w-0 gap-3">
      {blocks.length === 0 && <p className="text-ink-2">The text has no other blocks.</p>}
      {GROUPS.map((group) => {
        const inside = blocks.filter(({ name }) => groupOf(name) === group)
        if (inside.length === 0) return null
        return (
          <section key={group} aria-label={group} className="grid min-w-0 gap-2">
            <h3 className="text-meta font-strong text-ink-2">{group}</h3>
            {inside.map((block) => (
              <Block key={block.path.join('\n')} block={block} doc={doc} list={list} />
            ))}
          </section>
        )
      })}
      {list === null && (
        <>
          <p className="text-meta text-ink-3">Another block of the pipeline:</p>
          <AddMember taken={blocks.map(({ name }) => name)} path={['pipeline']} />
        </>
      )}
    </div>
  )
}

function Block({ block, doc, list }: { block: BlockPlace; doc: Json; list: SchemaList | null }) {
  const { change } = useFields()
  const { name, path, isSet, note } = block
  const value = valueAt(doc, path)
  const isKnown = list?.blocks.some((one) => one.name === name) === true
  const schema = useQuery({ ...schemaQuery('block', name), enabled: isSet && isKnown })
  return (
    <OptionGroup title={visible(name)} set={isSet ? (path.length > 1 ? 'set' : 'set, beside the pipeline') : null}>
      {note !== null && <p className="text-meta text-ink-3">{visible(note)}</p>}
      {isSet && isKnown && schema.isPending && <SkeletonLines lines={2} label="Asking the engine for its schema" />}
      {isSet && !(isKnown && schema.isPending) && (
        <BlockValue name={name} value={value} path={path} list={list} shape={schema.data?.shape ?? null} />
      )}
      <span>
        <Button
          size="small"
          intent={isSet ? 'quiet' : 'plain'}
          label={`${isSet ? 'Remove' : 'Add'} ${visible(name)}`}
          onPress={() => change(path, isSet ? undefined : {})}
        >
          {isSet ? 'Remove' : 'Add'}
        </Button>
      </span>
    </OptionGroup>
  )
}

interface BlockValueProps {
  name: string
  value: Json | undefined
  path: BlockPlace['path']
  list: SchemaList | null
  shape: Parameters<typeof SchemaFields>[0]['shape']
}

function BlockValue({ name, value, path, list, shape }: BlockValueProps) {
  if (name === 'state' && value !== undefined && isJsonObject(value)) {
    const names = list === null || list.state.length === 0 ? null : list.state.map((one) => ({ name: one }))
    return <ConnectorForm kind="state" path={path} value={value} names={names} />
  }
  if (name === 'dlq' && value !== undefined && isJsonObject(value)) {
    return <DeadLetters value={value} path={path} list={list} shape={shape} />
  }
  if (value !== undefined && isJsonObject(value)) return <SchemaFields shape={shape} value={value} path={path} />
  return <Member field={fieldOfValue(name, value ?? null)} value={value} path={path} />
}

/** Dead letters have a sink of their own. */
function DeadLetters({ value, path, list, shape }: Omit<BlockValueProps, 'name' | 'value'> & { value: JsonObject }) {
  const { sink = null, ...others } = value
  const rest: BlockValueProps['shape'] =
    shape?.kind === 'object' ? { ...shape, fields: shape.fields.filter(({ name }) => name !== 'sink') } : shape
  return (
    <>
      <fieldset className="grid min-w-0 gap-2.5 rounded-control border border-line p-2.5">
        <legend className="px-1 text-meta text-ink-2">sink (needed)</legend>
        <ConnectorForm
          kind="sink"
          path={[...path, 'sink']}
          value={isJsonObject(sink) ? sink : null}
          names={list?.sinks ?? null}
        />
      </fieldset>
      <SchemaFields shape={rest} value={others} path={path} />
    </>
  )
}

function valueAt(doc: Json, path: BlockPlace['path']): Json | undefined {
  let at: Json | undefined = doc
  for (const step of path) at = at !== undefined && isJsonObject(at) ? at[String(step)] : undefined
  return at
}
