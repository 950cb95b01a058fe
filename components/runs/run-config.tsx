'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { Panel } from '@/components/ui/panel'
import { Unavailable } from '@/components/ui/unavailable'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { useRun } from '@/lib/client/use-runs'

interface RunConfigProps {
  runId: string
  viewer: Principal
}

/** The config as it was submitted, for those who may see it; to everybody else, why they do not. */
export function RunConfig({ runId, viewer }: RunConfigProps) {
  const { data } = useRun(runId)
  if (data?.ok !== true) return null
  const { config_body: body, config_format: format } = data.record
  if (!seesStoredText(viewer)) {
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
  if (body === undefined) {
    return (
      <Panel title="Config" isFlush>
        <Unavailable title="Not kept">
          Engines keep the submitted text only when they run as a cluster, where another instance may have to take the
          run over. This run came from an engine that works alone.
        </Unavailable>
      </Panel>
    )
  }
  return (
    <Panel title="Config" note={`${format ?? 'yaml'}, as submitted; values named like secrets are masked`} isFlush>
      <CodeBlock text={body} label="submitted text" language={format === 'json' ? 'json' : 'yaml'} />
    </Panel>
  )
}
