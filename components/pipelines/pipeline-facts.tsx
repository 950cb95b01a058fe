import type { ReactNode } from 'react'
import { KeyValues } from '@/components/ui/key-values'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { PipelineDetail } from '@/lib/client/pipelines'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRunsOfLabel } from '@/lib/url/paths'
import { runsOf } from './addresses'

/** What started its runs and on whose behalf, each with the runs it stands for. */
export function PipelineFacts({ pipeline }: { pipeline: PipelineDetail }) {
  const { templates, triggers, tenants, pools, runs } = pipeline
  const list = (names: PipelineDetail['templates'], linkOf: (name: string) => string): ReactNode => (
    <ul className="flex flex-wrap gap-x-3">
      {names.map(({ name, count }) => (
        <li key={name}>
          <Link href={linkOf(name)}>{visible(name)}</Link>
          {count < runs.length && <span className="text-ink-3"> ×{whole(count)}</span>}
        </li>
      ))}
    </ul>
  )
  const facts = [
    templates.length > 0 && {
      name: 'Templates',
      value: list(templates, (name) => pathToRunsOfLabel('template', name)),
    },
    triggers.length > 0 && {
      name: 'Triggers',
      value: list(triggers, (name) => pathToRunsOfLabel('faucet.trigger.name', name)),
    },
    tenants.length > 0 && {
      name: 'Tenants',
      value: list(tenants, (tenant) => runsOf(pipeline.pipeline, { tenant })),
    },
    pools.length > 0 && { name: 'Pools', value: pools.map(({ name }) => name).join(', ') },
  ].filter((fact) => fact !== false)
  if (facts.length === 0) return null
  return (
    <Panel title="Started by" note={`of its newest ${counted(runs.length, 'run')}`}>
      <KeyValues facts={facts} />
    </Panel>
  )
}
