import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { compact, counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRunTab } from '@/lib/url/paths'
import { DatasetName } from './dataset-name'

/** The datasets that it wrote, most rows first. */
export function WrittenPanel({ runId, digest }: { runId: string; digest: RunDigest }) {
  const { written, written_count: all } = digest
  if (all === 0) return null
  return (
    <Panel
      title="What it wrote"
      note={counted(all, 'dataset')}
      actions={<Link href={pathToRunTab(runId, 'datasets')}>Details</Link>}
      isFlush
    >
      <ul>
        {written.map(({ uri, records, kind }) => (
          <li key={uri} className="flex min-h-7 items-center gap-3 border-b border-line px-3 last:border-b-0">
            <DatasetName uri={uri} />
            <span className="ml-auto shrink-0 text-meta text-ink-3">{visible(kind)}</span>
            <span className="w-14 shrink-0 text-right tabular-nums" data-tip={whole(records)}>
              {compact(records)}
            </span>
          </li>
        ))}
      </ul>
      {all > written.length && (
        <p className="border-t border-line px-3 py-1.5 text-meta">
          <Link href={pathToRunTab(runId, 'datasets')}>{counted(all - written.length, 'more', 'more')}</Link>
        </p>
      )}
    </Panel>
  )
}
