import { Link } from '@/components/ui/link'
import { StatusMark } from '@/components/ui/status'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { nameOf } from '@/lib/derive/run-digest'
import { runLook } from '@/lib/derive/run-look'
import { duration } from '@/lib/format/duration'
import { compact, counted, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { pathToInvocation, pathToRunTab } from '@/lib/url/paths'

/** The first invocations, those that failed before the others. */
export function PeekInvocations({ runId, digest }: { runId: string; digest: RunDigest }) {
  if (digest.invocations === 0) return null
  const rest = digest.invocations - digest.shown.length
  return (
    <section aria-label="Invocations" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-meta text-ink-3">{counted(digest.invocations, 'invocation')}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {digest.shown.map((row) => (
          <li
            key={row.n}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-3 border-t border-line py-1"
          >
            <span className="flex min-w-0 items-center gap-2">
              <StatusMark look={runLook(row.status === 'succeeded' ? 'completed' : row.status)} />
              <span className="sr-only">{row.status}</span>
              <span className="min-w-0 truncate">
                <Link href={pathToInvocation(runId, row.row_id, row.parent_record_key ?? null)} look="plain">
                  {visible(nameOf(row))}
                </Link>
              </span>
            </span>
            <span className="text-meta text-ink-2 tabular-nums">{compact(row.records_written)} rows</span>
            <span className="text-right text-meta text-ink-3 tabular-nums">{duration(Number(row.duration_ms))}</span>
            {row.error !== undefined && (
              <span
                className="col-span-3 truncate text-meta text-bad"
                data-tip={visible(row.error)}
                data-tip-when="cut"
              >
                {visible(firstLine(row.error))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rest > 0 && <Link href={pathToRunTab(runId, 'invocations')}>All {whole(digest.invocations)} of them</Link>}
    </section>
  )
}
