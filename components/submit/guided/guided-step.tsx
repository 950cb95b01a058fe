'use client'

import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/ui/panel'
import { Unavailable } from '@/components/ui/unavailable'
import { type SchemaList, schemaListQuery } from '@/lib/client/connector-schemas'
import type { Json } from '@/lib/contract/json'
import { partsOf } from '@/lib/derive/config-parts'
import type { GuidedPart } from '@/lib/url/submit'
import type { FormControl } from '../form-control'
import { BlocksForm } from './blocks-form'
import { ConnectorForm } from './connector-form'
import { Member } from './member'
import { TransformsForm } from './transforms-form'
import { type Fields, FieldsContext, useConfigEdits } from './use-config-edits'

interface GuidedStepProps {
  control: FormControl
  part: GuidedPart
  hasEngine: boolean
}

const TITLES: Record<GuidedPart, string> = {
  source: 'Source',
  transforms: 'Transforms',
  sink: 'Sink',
  blocks: 'Blocks',
}

/** One part of the config as a form. It holds nothing itself: it reads the text beside it and writes in it. */
export function GuidedStep({ control, part, hasEngine }: GuidedStepProps) {
  const { read, edit, refused } = useConfigEdits(control)
  const list = useQuery({ ...schemaListQuery(), enabled: hasEngine })
  const fields: Fields = {
    Member,
    edit,
    change: (path, value) => edit(value === undefined ? { op: 'remove', path } : { op: 'set', path, value }),
    problemAt: () => null,
  }
  const names = list.data ?? null
  return (
    <FieldsContext value={fields}>
      <div className="grid min-w-0 content-start gap-3.5">
        <Panel title={TITLES[part]} note={noteOf(hasEngine, list.isPending, names !== null)}>
          {!read.ok ? (
            <Unavailable title="The form waits for the text">
              {read.message}. It comes back with everything in it as soon as the text can be read.
            </Unavailable>
          ) : (
            <div className="grid min-w-0 gap-3">
              {refused !== null && (
                <p role="alert" className="rounded-control bg-bad-weak px-2.5 py-1.5">
                  Not changed: {refused}
                </p>
              )}
              <Part part={part} doc={read.doc} names={names} />
            </div>
          )}
        </Panel>
      </div>
    </FieldsContext>
  )
}

function Part({ part, doc, names }: { part: GuidedPart; doc: Json; names: SchemaList | null }) {
  const { source, sink, transforms, endless, name } = partsOf(doc)
  if (part === 'blocks') return <BlocksForm doc={doc} list={names} />
  if (part === 'transforms') return <TransformsForm items={transforms} names={names?.transforms ?? null} />
  const value = part === 'source' ? source : sink
  if (endless !== null && value === null) {
    return (
      <Unavailable title="This part is edited as text">
        {endless}: there is no form for that. It stays as it is.
      </Unavailable>
    )
  }
  return (
    <>
      {part === 'source' && (
        <Member
          field={{
            name: 'Name of the pipeline',
            note: 'Bookmarks go by it: two configs of one name share them',
            ...{ isRequired: false, preset: undefined, isSecret: false },
            shape: { kind: 'text', isLong: false, pattern: null },
          }}
          value={name ?? undefined}
          path={['name']}
        />
      )}
      <ConnectorForm
        kind={part}
        path={['pipeline', part]}
        value={value}
        names={(part === 'source' ? names?.sources : names?.sinks) ?? null}
      />
    </>
  )
}

function noteOf(hasEngine: boolean, isPending: boolean, hasList: boolean): string {
  if (!hasEngine) return 'no engine tells its schemas here: fields are those of the text, and nobody checks them'
  if (hasList) return 'by the schemas of the configured engine'
  return isPending ? 'asking the engine for its schemas' : 'the engine told no schemas: fields are those of the text'
}
