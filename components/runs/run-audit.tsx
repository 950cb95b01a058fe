'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Time, ZoneNote } from '@/components/ui/time'
import { type RunAuditEntry, runAuditQuery } from '@/lib/client/run-traces'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { NotAvailable, NothingHere, PartState } from './detail/part-state'

/** Who did what to a run, and what was refused, as the audit trail has it. */
export function RunAudit({ runId }: { runId: string }) {
  const query = useQuery(runAuditQuery(runId))
  return (
    <PartState what="audit trail" query={query}>
      {(trail) => {
        if (trail === null) {
          return (
            <NotAvailable title="Not available">
              This store keeps no audit trail: the engine that made it is older than that.
            </NotAvailable>
          )
        }
        const { entries, reached, is_cut } = trail
        if (entries.length === 0) {
          return (
            <NothingHere title="No entry names this run">
              Engines remove entries of the trail when their retention ends, and file none for what a trigger or a
              schedule did.
            </NothingHere>
          )
        }
        return (
          <div className="grid grid-cols-1 gap-3">
            <Panel
              title="Audit trail"
              note={
                <>
                  {counted(entries.length, 'entry', 'entries')}, oldest first · <ZoneNote />
                </>
              }
              isFlush
            >
              <DataTable label="Audit trail" columns={COLUMNS} rows={entries} rowKey={({ id }) => id} />
            </Panel>
            {is_cut ? (
              <p role="status" className="text-meta text-warn">
                There are more entries than these.
              </p>
            ) : (
              reached !== null && (
                <p role="status" className="text-meta text-warn">
                  Entries were looked through up to <Time at={reached} />; there may be later ones.
                </p>
              )
            )}
          </div>
        )
      }}
    </PartState>
  )
}

const GOOD = new Set(['ok', 'applied', 'noop', 'dry_run'])

const COLUMNS: readonly Column<RunAuditEntry>[] = [
  { id: 'time', header: 'Time', width: 170, cell: ({ timestamp }) => <Time at={timestamp} /> },
  {
    id: 'action',
    header: 'Action',
    width: 176,
    isKept: true,
    cell: ({ id, action, timestamp }) => (
      <span id={`entry-${id}`} className="font-mono text-meta">
        {visible(action)}
        <span className="block text-ink-3 wide:hidden">
          <Time at={timestamp} />
        </span>
      </span>
    ),
  },
  {
    id: 'result',
    header: 'Result',
    width: 96,
    cell: ({ result }) => <Badge tone={GOOD.has(result) ? 'neutral' : 'bad'}>{visible(result)}</Badge>,
  },
  {
    id: 'principal',
    header: 'Who',
    isKept: true,
    cell: ({ principal, role }) => (
      <span className="block truncate" data-tip={`${visible(principal)}, ${visible(role)}`}>
        {visible(principal)} <span className="text-ink-3">{visible(role)}</span>
      </span>
    ),
  },
  {
    id: 'from',
    header: 'From',
    width: 150,
    isExtra: true,
    cell: ({ source_ip: ip }) =>
      ip === undefined ? (
        <Missing why="not called over the network, or not recorded" />
      ) : (
        <span className="font-mono text-meta">{visible(ip)}</span>
      ),
  },
  {
    id: 'more',
    header: 'More',
    isExtra: true,
    cell: ({ detail, target, config_fingerprint: print }) => {
      const words = [detail, target, print === undefined ? undefined : `config ${print}`].filter(
        (word) => word !== undefined,
      )
      if (words.length === 0) return <Missing why="nothing more" />
      return (
        <span className="block truncate font-mono text-meta" data-tip={visible(words.join('\n'))}>
          {visible(words.join(' · '))}
        </span>
      )
    },
  },
]
