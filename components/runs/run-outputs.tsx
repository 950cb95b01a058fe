'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Panel } from '@/components/ui/panel'
import { Time, ZoneNote } from '@/components/ui/time'
import { UnreadableNote } from '@/components/ui/unreadable-row'
import { type RunOutput, runOutputsQuery } from '@/lib/client/run-traces'
import { useRunHead } from '@/lib/client/use-runs'
import type { WireRow } from '@/lib/client/wire-row'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { NotAvailable, NothingHere, PartState } from './detail/part-state'

const OutputPreview = dynamic(() => import('./detail/output-preview').then(({ OutputPreview: loaded }) => loaded))

/** Files that a run wrote on the disk of its engine, as far as no later run wrote them again. */
export function RunOutputs({ runId }: { runId: string }) {
  const query = useQuery(runOutputsQuery(runId))
  const noEngine = useRunHead(runId).data?.facts.engine ?? null
  const [shown, show] = useState<RunOutput | null>(null)
  return (
    <PartState what="local outputs" query={query}>
      {({ outputs, is_cut }) => {
        if (outputs === null) {
          return (
            <NotAvailable title="Not available">
              This store keeps no list of local files: the engine that made it is older than that list.
            </NotAvailable>
          )
        }
        if (outputs.length === 0) {
          return (
            <NothingHere title="No local files">
              It wrote to something else than files on its engine’s disk, or a later run has written the same files
              since.
            </NothingHere>
          )
        }
        return (
          <div className="grid grid-cols-1 gap-3">
            <Panel
              title="Local files"
              note={
                <>
                  {counted(outputs.length, 'file')} on the disk of the engine · <ZoneNote />
                </>
              }
              isFlush
            >
              <DataTable
                label="Local files"
                columns={columnsFor(noEngine, show)}
                rows={outputs}
                rowKey={(row) => (row.ok ? row.record.id : (row.columns['id'] ?? row.reason))}
              />
            </Panel>
            {is_cut && (
              <p role="status" className="text-meta text-warn">
                There are more files than these.
              </p>
            )}
            {shown !== null && <OutputPreview output={shown} onClose={() => show(null)} />}
          </div>
        )
      }}
    </PartState>
  )
}

type Row = WireRow<RunOutput>

const STATES: Readonly<Record<string, string>> = {
  present: 'written by this run, and not removed since',
  expired: 'removed since; only this record is left',
  external: 'was there before, so it is never deleted or previewed',
  replaced: 'was there before, and this run replaced what was in it',
}

const PREVIEWED = ['jsonl', 'csv', 'parquet', 'file']

/** Why a file cannot be looked into; null: it can. */
function whyNoPreview({ state, kind }: RunOutput, noEngine: string | null): string | null {
  if (noEngine !== null) return `only the engine that has the disk can read it: ${noEngine}`
  if (state === 'expired') return 'the file is gone'
  if (state === 'external') return 'it was there before any run, so engines do not show it'
  return PREVIEWED.includes(kind) ? null : `engines do not read files of kind ${kind}`
}

const columnsFor = (noEngine: string | null, show: (output: RunOutput) => void): Column<Row>[] => [
  {
    id: 'path',
    header: 'Path',
    isKept: true,
    cell: (row) =>
      row.ok ? (
        <span className="block truncate font-mono text-meta" data-tip={visible(row.record.path)}>
          {visible(row.record.path)}
        </span>
      ) : (
        <UnreadableNote reason={row.reason} />
      ),
  },
  { id: 'kind', header: 'Kind', width: 80, cell: (row) => row.ok && visible(row.record.kind) },
  {
    id: 'state',
    header: 'State',
    width: 100,
    isKept: true,
    cell: (row) =>
      row.ok && (
        <span data-tip={STATES[row.record.state]}>
          <Badge tone={row.record.state === 'present' ? 'good' : 'neutral'}>{row.record.state}</Badge>
        </span>
      ),
  },
  {
    id: 'row',
    header: 'Matrix row',
    width: 120,
    isExtra: true,
    cell: (row) => row.ok && <span className="font-mono text-meta">{visible(row.record.row)}</span>,
  },
  {
    id: 'kept',
    header: 'Kept',
    width: 90,
    isExtra: true,
    cell: (row) =>
      row.ok &&
      (row.record.retention_days_effective === null ? 'for ever' : counted(row.record.retention_days_effective, 'day')),
  },
  {
    id: 'written',
    header: 'Last written',
    width: 170,
    isNumber: true,
    cell: (row) => row.ok && <Time at={row.record.last_written_at} />,
  },
  {
    id: 'preview',
    header: 'Look inside',
    width: 110,
    isNumber: true,
    cell: (row) =>
      row.ok && (
        <Button size="small" whyOff={whyNoPreview(row.record, noEngine)} onPress={() => show(row.record)}>
          Preview
        </Button>
      ),
  },
]
