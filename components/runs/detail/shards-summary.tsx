import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { RunFacts } from '@/lib/client/run-parts'
import { progressSegments } from '@/lib/derive/shard-look'
import { counted } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'

/** How far the parts of a sharded run have come. */
export function ShardsSummary({ runId, shards }: { runId: string; shards: NonNullable<RunFacts['shards']> }) {
  return (
    <Panel
      title="Shards"
      note={counted(shards.total, 'part')}
      actions={<Link href={pathToRunTab(runId, 'shards')}>All shards</Link>}
    >
      <ProgressBar label="Shards by state" segments={progressSegments(shards)} />
    </Panel>
  )
}
