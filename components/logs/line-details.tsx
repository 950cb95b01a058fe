import { JsonTree } from '@/components/ui/json-tree'
import { type Json, parseJson } from '@/lib/contract/json'
import { jsonIn } from '@/lib/derive/line-parts'
import type { LogLine } from '@/lib/derive/log-lines'
import { visible } from '@/lib/format/text'

/** What is in a line: its fields one by one, and JSON in its text as a tree. */
export function LineDetails({ line }: { line: LogLine }) {
  const json = jsonIn(line.text)
  const fields = Object.entries(line.attrs)
  return (
    <div className="grid gap-2 border-y border-line bg-sunken py-2 pr-3 pl-14 font-mono text-meta">
      {fields.length > 0 && (
        <dl className="grid-facts gap-x-4 gap-y-0.5">
          {fields.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{visible(name)}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">{visible(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {json !== null && <JsonTree value={treeOf(json)} label="JSON" />}
    </div>
  )
}

function treeOf(json: string): Json {
  try {
    return parseJson(json)
  } catch {
    // A member that is there twice is JSON all the same.
    return JSON.parse(json)
  }
}
