'use client'

import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Missing } from '@/components/ui/missing'
import { SkeletonLines } from '@/components/ui/skeleton'
import { errorFacts } from '@/lib/client/api-error'
import { outputPreviewQuery, type RunOutput } from '@/lib/client/run-traces'
import { isJsonObject, type Json, writeJson } from '@/lib/contract/json'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** The first rows of a file, read by the engine that has it. */
export function OutputPreview({ output, onClose }: { output: RunOutput; onClose: () => void }) {
  const { data, error, refetch } = useQuery(outputPreviewQuery(output.id))
  return (
    <Dialog title="Preview" isOpen onOpen={(isOpen) => !isOpen && onClose()}>
      <div className="grid gap-3">
        <p className="font-mono text-meta wrap-anywhere">{visible(output.path)}</p>
        {data === undefined ? (
          error === null ? (
            <SkeletonLines lines={6} label="Reading the file" />
          ) : (
            <ErrorState title="The file could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <p className="text-meta text-ink-3">
              {counted(data.row_count, 'row')}
              {data.truncated
                ? `, the file has more${data.capped_by == null ? '' : ` (stopped by ${data.capped_by})`}`
                : ', all of it'}
            </p>
            <section
              aria-label="Rows"
              tabIndex={0}
              className="max-h-screenful overflow-auto rounded-control border border-line"
            >
              <table className="text-meta">
                <thead>
                  <tr>
                    {data.columns.map((column) => (
                      <th key={column} scope="col" className="border-b border-line px-2 py-1 text-left font-control">
                        {visible(column)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.rows.map((row, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and never move
                    <tr key={at} className="border-b border-line last:border-b-0">
                      {data.columns.map((column) => (
                        <td key={column} className="max-w-72 truncate px-2 py-1 font-mono">
                          <Cell value={cellOf(row, column)} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )}
      </div>
    </Dialog>
  )
}

const cellOf = (row: Json, column: string): Json | undefined => {
  if (!isJsonObject(row)) return column === 'value' ? row : undefined
  return Object.hasOwn(row, column) ? row[column] : undefined
}

function Cell({ value }: { value: Json | undefined }) {
  if (value === undefined) return <Missing why="this row has no such field" />
  if (value === null) return <span className="text-ink-3">null</span>
  const text = visible(typeof value === 'string' ? value : writeJson(value))
  return <span data-tip={text.length > 40 ? text : undefined}>{text}</span>
}
