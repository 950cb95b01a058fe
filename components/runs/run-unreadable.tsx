import { CodeBlock } from '@/components/ui/code-block'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import { Unavailable } from '@/components/ui/unavailable'
import type { Unreadable } from '@/lib/client/wire-row'
import { visible } from '@/lib/format/text'
import { RunStatus } from './run-status'

/** A run whose stored body does not fit: what its columns say, and its text for whoever may see it. */
export function RunUnreadable({ runId, row }: { runId: string; row: Unreadable }) {
  const { status, ...columns } = row.columns
  return (
    <>
      <h1 className="text-page leading-tight font-title wrap-anywhere">{visible(columns['name'] || runId)}</h1>
      <Panel title="This run cannot be read" isFlush>
        <Unavailable title={row.reason}>
          Its row is in the store, but what is stored in it is not a run as engines write them. Nothing is changed by
          looking at it, and other runs are not affected.
        </Unavailable>
      </Panel>
      <Panel title="What its columns say">
        <KeyValues
          facts={[
            status !== undefined && { name: 'status', value: <RunStatus status={status} /> },
            ...Object.entries(columns).map(([name, value]) => ({
              name,
              value: <span className="font-mono text-meta">{visible(value)}</span>,
            })),
          ]}
        />
      </Panel>
      {row.text !== null && (
        <Panel title="Stored text" note="to the byte" isFlush>
          <CodeBlock text={visible(row.text)} label="text as stored" />
        </Panel>
      )}
    </>
  )
}
