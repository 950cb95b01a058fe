import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { rowParts } from '@/lib/derive/row-accounting'
import { counted, whole } from '@/lib/format/number'

/** Where every row went that came in; of older engines, how the writes ended where not all of them did well. */
export function RowAccountingPanel({ digest }: { digest: RunDigest }) {
  if (digest.rows !== null) return <Accounting rows={digest.rows} of={digest.invocations} />
  const { batches } = digest
  if (batches === null || batches.committed === batches.attempted) return null
  return (
    <Panel title="How writes ended" note={`${counted(batches.attempted, 'batch', 'batches')} attempted`}>
      <ProgressBar
        label="Batches by outcome"
        segments={[
          { label: 'committed', count: Number(batches.committed), tone: 'good' },
          { label: 'partly to dead letters', count: Number(batches.dlq_partial), tone: 'warn' },
          { label: 'wholly to dead letters', count: Number(batches.dlq_all), tone: 'warn' },
          { label: 'failed', count: Number(batches.failed), tone: 'bad' },
        ]}
      />
    </Panel>
  )
}

function Accounting({ rows, of }: { rows: NonNullable<RunDigest['rows']>; of: number }) {
  const isBalanced = rows.unaccounted === 0
  return (
    <Panel
      title="Where the rows went"
      note={`${counted(rows.offered, 'row')} offered${rows.covered < of ? `, of ${whole(rows.covered)} of ${counted(of, 'invocation')}` : ''}`}
      actions={
        isBalanced ? (
          <span className="text-meta text-good">balanced</span>
        ) : (
          <span className="font-strong text-bad">{counted(rows.unaccounted, 'row')} unaccounted for</span>
        )
      }
    >
      <ProgressBar
        label="Rows by where they went"
        segments={rowParts(rows).map(({ name, count, tone }) => ({ label: name, count: Number(count), tone }))}
      />
      {rows.non_finite > 0 && (
        <p className="pt-2 text-meta text-ink-3">
          {counted(rows.non_finite, 'value')} not a finite number: written as null.
        </p>
      )}
    </Panel>
  )
}
