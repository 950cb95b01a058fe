import type { Principal } from '@/lib/auth/principal'
import { seesStoredText } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'
import type { RunHead } from '@/lib/client/run-parts'
import { deadLettersOf, lettersSent } from '@/lib/derive/dead-letters'

export interface RunTab {
  name: string
  label: string
  /** Null: nobody counted, or there is nothing. */
  count: number | null
}

/** The parts of a run that this viewer can look at, in order. */
export function tabsOf({ run, digest, facts }: RunHead, viewer: Principal): RunTab[] {
  const { role, tenant } = viewer
  const isConfined = tenant !== null
  const letters = run.ok && digest !== null ? deadLettersOf(run.record, digest) : null
  const tabs: (RunTab | false)[] = [
    tab('summary'),
    tab('invocations', digest?.invocations),
    facts.shards !== null && tab('shards', facts.shards.total),
    tab('logs'),
    tab('config'),
    can(role, 'usage_read') && tab('usage', digest?.usage?.covered),
    tab('datasets', digest?.written_count),
    !isConfined && can(role, 'local_output_read') && tab('outputs'),
    letters !== null && tab('dlq', lettersSent(letters)),
    !isConfined && can(role, 'audit_read') && tab('audit'),
    seesStoredText(viewer) && tab('record'),
  ]
  return tabs.filter((one) => one !== false)
}

const tab = (name: keyof typeof TAB_LABELS, count: number | null = null): RunTab => ({
  name,
  label: TAB_LABELS[name],
  count: count === 0 ? null : count,
})

/** What the tabs of a run are called. */
export const TAB_LABELS = {
  summary: 'Summary',
  invocations: 'Invocations',
  shards: 'Shards',
  logs: 'Logs',
  config: 'Config',
  usage: 'Usage',
  datasets: 'Datasets',
  outputs: 'Outputs',
  dlq: 'Dead letters',
  audit: 'Audit',
  record: 'Record',
} as const
