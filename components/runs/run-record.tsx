'use client'

import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DownloadButton } from '@/components/ui/download-button'
import { JsonTree } from '@/components/ui/json-tree'
import { KeyValues } from '@/components/ui/key-values'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { runRecordQuery } from '@/lib/client/run-traces'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { visible } from '@/lib/format/text'
import { NotAvailable, PartState } from './detail/part-state'

/** The run as it is stored: its body as a tree that loses no digit, and its columns. */
export function RunRecord({ runId }: { runId: string }) {
  const query = useQuery(runRecordQuery(runId))
  return (
    <PartState what="record" query={query}>
      {(record) =>
        record === null ? (
          <NotAvailable title="Not shown to your role">
            What is stored may hold credentials. It is shown to admins who are not confined to a tenant.
          </NotAvailable>
        ) : (
          <div className="grid grid-cols-1 gap-3.5">
            <Body runId={runId} text={record.text} />
            <Panel title="Columns" note="beside the body">
              <KeyValues
                facts={Object.entries(record.columns).map(([name, value]) => ({
                  name,
                  value:
                    value === null ? (
                      <Missing why="null" />
                    ) : (
                      <span className="font-mono text-meta">{visible(value)}</span>
                    ),
                }))}
              />
            </Panel>
          </div>
        )
      }
    </PartState>
  )
}

function Body({ runId, text }: { runId: string; text: string }) {
  const value = readText(text)
  const actions = (
    <>
      <CopyButton text={text} label="Copy the body" />
      <DownloadButton text={() => text} name={`run-${runId}.json`} label="Download the body" />
    </>
  )
  if (value === undefined) {
    return (
      <Panel title="Stored body" note="it is not JSON: shown as it is" isFlush>
        <CodeBlock text={visible(text)} label="stored body" />
      </Panel>
    )
  }
  return (
    <Panel title="Stored body" note="secrets masked, numbers to the digit" actions={actions}>
      {isJsonObject(value) ? (
        Object.entries(value).map(([name, member]) => <JsonTree key={name} value={member} label={name} depth={0} />)
      ) : (
        <JsonTree value={value} label="body" depth={1} />
      )}
    </Panel>
  )
}

function readText(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
