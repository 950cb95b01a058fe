import { Missing } from '@/components/ui/missing'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import { compact, whole } from '@/lib/format/number'

/** How the writes of one invocation ended, in the fewest words; all of it on hover. */
export function Batches({ batches }: { batches: InvocationRow['batches'] }) {
  if (batches === undefined || Number(batches.attempted) === 0) return <Missing why="none attempted" />
  const dead = Number(batches.dlq_all) + Number(batches.dlq_partial)
  return (
    <span
      className={Number(batches.failed) > 0 ? 'text-bad' : dead > 0 ? 'text-warn' : undefined}
      data-tip={`${whole(batches.committed)} committed\n${whole(batches.dlq_partial)} partly to dead letters\n${whole(batches.dlq_all)} wholly to dead letters\n${whole(batches.failed)} failed\nof ${whole(batches.attempted)} attempted`}
    >
      {batches.committed === batches.attempted
        ? compact(batches.attempted)
        : `${compact(batches.committed)} of ${compact(batches.attempted)}`}
    </span>
  )
}
