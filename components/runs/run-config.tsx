'use client'

import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '@/components/ui/code-block'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Unavailable } from '@/components/ui/unavailable'
import type { Principal } from '@/lib/auth/principal'
import { errorFacts } from '@/lib/client/api-error'
import { submittedTextQuery } from '@/lib/client/run-parts'

interface RunConfigProps {
  runId: string
  viewer: Principal
}

/** The config as it was submitted, for those who may see it; to everybody else, why they do not. */
export function RunConfig({ runId, viewer }: RunConfigProps) {
  const { data, error, refetch } = useQuery(submittedTextQuery(runId))
  if (data === undefined) {
    if (error === null) return <SkeletonLines lines={10} label="Loading the config" />
    return <ErrorState title="The config could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
  }
  if (data.state === 'withheld') {
    return (
      <Panel title="Config" isFlush>
        <Unavailable title="Not shown to your role">
          The submitted text may hold credentials. It is shown to admins who are not confined to a tenant; you are
          signed in as {viewer.role}
          {viewer.tenant !== null && `, for tenant ${viewer.tenant} only`}.
        </Unavailable>
      </Panel>
    )
  }
  if (data.state === 'not_kept') {
    return (
      <Panel title="Config" isFlush>
        <Unavailable title="Not kept">
          Engines keep the submitted text only when they run as a cluster, where another instance may have to take the
          run over. This run came from an engine that works alone.
        </Unavailable>
      </Panel>
    )
  }
  const { body, format, redacted } = data
  return (
    <Panel
      title="Config"
      note={`${format}, as submitted; ${redacted ? 'values named like secrets are masked' : 'nothing in it is named like a secret'}`}
      isFlush
    >
      <CodeBlock text={body} label="submitted text" language={format === 'json' ? 'json' : 'yaml'} />
    </Panel>
  )
}
