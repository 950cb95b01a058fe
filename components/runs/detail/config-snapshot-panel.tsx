'use client'

import { useQuery } from '@tanstack/react-query'
import { JsonTree } from '@/components/ui/json-tree'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { runSnapshotQuery } from '@/lib/client/run-traces'
import { isJsonObject } from '@/lib/contract/json'

/** What the pipeline resolved to the last time it ran well, which may be another run's doing; secrets are tokens in it. */
export function ConfigSnapshotPanel({ runId }: { runId: string }) {
  const { data } = useQuery(runSnapshotQuery(runId))
  const snapshot = data?.snapshot
  if (snapshot === undefined || snapshot === null || !isJsonObject(snapshot)) return null
  const { rows = null, recorded_at: at, faucet_version: version } = snapshot
  return (
    <Panel
      title="Resolved config of the pipeline"
      note={
        <>
          the newest that is kept
          {typeof at === 'string' && (
            <>
              , of <Time at={at} />
            </>
          )}
          {typeof version === 'string' && `, engine ${version}`}
        </>
      }
    >
      <JsonTree value={rows} label="rows" depth={1} />
    </Panel>
  )
}
