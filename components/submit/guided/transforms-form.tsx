'use client'

import { Button } from '@/components/ui/button'
import { isJsonObject, type Json } from '@/lib/contract/json'
import { shapeOfValue } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'
import { ConnectorForm } from './connector-form'
import { RawMember } from './raw-member'
import { fieldName, useFields } from './use-config-edits'

interface TransformsFormProps {
  items: readonly Json[]
  names: readonly { name: string; description?: string | null | undefined }[] | null
}

const PATH = ['pipeline', 'transforms'] as const

/** What happens to records on their way, in order. */
export function TransformsForm({ items, names }: TransformsFormProps) {
  const { edit } = useFields()
  return (
    <div className="grid min-w-0 gap-3">
      {items.length === 0 && <p className="text-ink-2">Records go from source to sink as they are.</p>}
      {items.map((item, index) => {
        const path = [...PATH, index]
        const type = isJsonObject(item) && typeof item['type'] === 'string' ? item['type'] : ''
        const title = `Transform ${index + 1}${type === '' ? '' : `: ${visible(type)}`}`
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a transform is its place in the order
            key={index}
            data-field={fieldName(path)}
            className="grid min-w-0 gap-2.5 rounded-control border border-line p-2.5"
          >
            <legend className="px-1 font-strong">{title}</legend>
            <div className="flex flex-wrap gap-1">
              <Button
                size="small"
                isDisabled={index === 0}
                label={`Move transform ${index + 1} up`}
                onPress={() => edit({ op: 'move', path: PATH, from: index, to: index - 1 })}
              >
                Up
              </Button>
              <Button
                size="small"
                isDisabled={index === items.length - 1}
                label={`Move transform ${index + 1} down`}
                onPress={() => edit({ op: 'move', path: PATH, from: index, to: index + 1 })}
              >
                Down
              </Button>
              <Button
                size="small"
                label={`Duplicate transform ${index + 1}`}
                onPress={() => edit({ op: 'insert', path: PATH, index: index + 1, value: item })}
              >
                Duplicate
              </Button>
              <Button
                size="small"
                intent="quiet"
                label={`Remove transform ${index + 1}`}
                onPress={() => edit({ op: 'remove', path: items.length === 1 ? PATH : path })}
              >
                Remove
              </Button>
            </div>
            {isJsonObject(item) ? (
              <ConnectorForm kind="transform" path={path} value={item} names={names} />
            ) : (
              <RawMember
                field={{
                  ...{ name: 'As it stands', note: null, isRequired: false, preset: undefined, isSecret: false },
                  shape: shapeOfValue(item),
                }}
                value={item}
                path={path}
              />
            )}
          </fieldset>
        )
      })}
      <span>
        <Button
          icon="plus"
          onPress={() =>
            edit({
              op: 'insert',
              path: PATH,
              index: items.length,
              value: { type: names?.[0]?.name ?? 'cast', config: {} },
            })
          }
        >
          Add a transform
        </Button>
      </span>
    </div>
  )
}
