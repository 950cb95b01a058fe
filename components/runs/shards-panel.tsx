'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { runFactsQuery } from '@/lib/client/runs'
import { shardSegments } from '@/lib/derive/shard-look'
import { counted } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'

/** How far the parts of a sharded run have come; nothing where there are none. */
export function ShardsPanel({ runId }: { runId: string }) {
  const { data } = useQuery(runFactsQuery(runId))
  if (data === undefined || data.shards.length === 0) return null
  return (
    <Panel
      title="Shards"
      note={data.has_more_shards ? `the first ${data.shards.length}` : counted(data.shards.length, 'part')}
      actions={<Link href={pathToRunTab(runId, 'shards')}>All shards</Link>}
    >
      <ProgressBar label="Shards by state" segments={shardSegments(data.shards.map(({ status }) => status))} />
    </Panel>
  )
}
