import { JsonTree } from '@/components/ui/json-tree'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import type { CallbackSpec } from '@/lib/contract/records/runs'
import { visible } from '@/lib/format/text'

/** Where the engine reports the end. Header values never come this far; the address has lost its credentials. */
export function CallbackPanel({ callback }: { callback: CallbackSpec }) {
  const headers = Object.keys(callback.headers ?? {})
  return (
    <Panel title="Callback" note="told when the run ends">
      <KeyValues
        facts={[
          {
            name: callback.method,
            value: <span className="font-mono text-meta wrap-anywhere">{visible(callback.url)}</span>,
          },
          { name: 'Fires on', value: callback.on?.length ? callback.on.join(', ') : 'every ending' },
          headers.length > 0 && {
            name: 'Headers',
            value: (
              <span className="font-mono text-meta wrap-anywhere">
                {headers.map((name) => `${visible(name)}: •••`).join(', ')}
              </span>
            ),
          },
        ]}
      />
      {callback.extra_fields !== undefined && (
        <div className="pt-2">
          <JsonTree value={callback.extra_fields} label="extra fields" depth={1} />
        </div>
      )}
    </Panel>
  )
}
