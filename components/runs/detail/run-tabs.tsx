'use client'

import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import type { RunHead } from '@/lib/client/run-parts'
import { whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'

/** The parts of a run, each an address of its own; what is behind them is read when somebody goes there. */
export function RunTabs({ runId, head }: { runId: string; head: RunHead }) {
  const path = usePathname()
  const { digest, facts } = head
  const tab = (name: string, label: string, count: number | null = null) => {
    const href = pathToRunTab(runId, name)
    const isCurrent = decodeURI(path) === decodeURI(href)
    return { href, label, count: count === null || count === 0 ? undefined : whole(count), isCurrent }
  }
  return (
    <div className="border-b border-line pb-1.5">
      <Tabs
        label="Parts of the run"
        tabs={[
          tab('summary', 'Summary'),
          tab('invocations', 'Invocations', digest?.invocations),
          ...(facts.shards === null ? [] : [tab('shards', 'Shards', facts.shards.total)]),
          tab('logs', 'Logs'),
          tab('config', 'Config'),
        ]}
      />
    </div>
  )
}
