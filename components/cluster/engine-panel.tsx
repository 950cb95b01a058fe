'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Unavailable } from '@/components/ui/unavailable'
import { errorFacts } from '@/lib/client/api-error'
import { type EngineHealth, engineHealthQuery, useReload } from '@/lib/client/cluster'
import { writeJson } from '@/lib/contract/json'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** What the configured engine says of itself, and the one thing that can be asked of it here. */
export function EnginePanel({ mayReload }: { mayReload: boolean }) {
  const { data, error, refetch } = useQuery(engineHealthQuery())
  const isThere = data !== undefined && data.absent === null
  return (
    <Panel title="Engine" note="the one of the configured that answers" actions={isThere && mayReload && <Reload />}>
      {data !== undefined ? (
        <Health health={data} />
      ) : error === null ? (
        <SkeletonLines lines={4} label="Asking the engine" />
      ) : (
        <ErrorState title="The engine could not be asked" {...errorFacts(error)} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

function Health({ health }: { health: EngineHealth }) {
  const { absent, unreachable, ready, metrics } = health
  if (absent !== null) {
    return (
      <Unavailable title="No engine is configured">
        What engines do is seen here by the rows they write. For their health and numbers, set{' '}
        <code>FAUCET_CONSOLE_ENGINES</code> to the address of one.
      </Unavailable>
    )
  }
  if (unreachable !== null) return <Unavailable title="No engine answers">{visible(unreachable)}</Unavailable>
  const triggers = ready?.triggers ?? []
  const ill = triggers.filter(({ healthy }) => healthy === false)
  return (
    <div className="grid gap-3">
      <KeyValues
        facts={[
          metrics?.version != null && { name: 'Version', value: <code>{visible(metrics.version)}</code> },
          ready === null
            ? { name: 'Ready', value: 'it answers, but not in words that this console knows' }
            : { name: 'Ready', value: yesNo(ready.status === 'ready', visible(ready.status ?? 'not said')) },
          ready?.history_ok != null && {
            name: 'History',
            value: yesNo(ready.history_ok, 'degraded: it serves from memory'),
          },
          ready?.queue_ok != null && { name: 'Queue', value: yesNo(ready.queue_ok, 'full') },
          ready?.draining != null && { name: 'Draining', value: ready.draining ? 'yes: it takes nothing new' : 'no' },
          ready?.cluster != null && {
            name: 'Cluster',
            value: ready.cluster.enabled ? counted(ready.cluster.instances ?? 0, 'instance') : 'a single engine',
          },
          metrics?.queued != null && { name: 'Queued', value: whole(metrics.queued) },
          metrics?.in_flight != null && { name: 'In flight', value: whole(metrics.in_flight) },
          metrics?.requests != null && { name: 'Requests', value: `${whole(metrics.requests)} since its start` },
          metrics?.idempotency_hits != null && { name: 'Repeated submits', value: whole(metrics.idempotency_hits) },
          metrics?.log_lines_dropped != null && { name: 'Log lines dropped', value: whole(metrics.log_lines_dropped) },
          {
            name: 'Triggers',
            value:
              triggers.length === 0
                ? 'none enabled'
                : `${counted(triggers.length, 'trigger')}, ${ill.length === 0 ? 'all healthy' : `${ill.length} backing off`}`,
          },
        ]}
      />
      {metrics === null && <p className="text-meta text-ink-3">It tells no metrics.</p>}
      {ill.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Triggers that back off">
          {ill.map(({ name, consecutive_failures }) => (
            <li key={name}>
              <Badge tone="bad">
                {visible(name)}: {counted(consecutive_failures ?? 0, 'failure')} in a row
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const yesNo = (isGood: boolean, otherwise: string) =>
  isGood ? 'yes' : <span className="text-bad">no: {otherwise}</span>

function Reload() {
  const reload = useReload()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button size="small" onPress={() => ask(true)}>
        Reload its default config
      </Button>
      <Dialog title="Reload the default config?" isOpen={isAsking} onOpen={ask}>
        <div className="grid max-w-prose gap-3">
          <p>
            Every configured engine reads the config it was started with anew, one after another. Runs in flight keep
            theirs; a file that cannot be read changes nothing.
          </p>
          {reload.error !== null && (
            <ErrorState title="Not reloaded: the old one is kept" {...errorFacts(reload.error)} />
          )}
          {reload.data !== undefined && (
            <p role="status" className="rounded-control bg-good-weak px-3 py-2 font-mono text-meta wrap-anywhere">
              Reloaded. {visible(writeJson(reload.data))}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onPress={() => ask(false)}>Close</Button>
            <Button intent="primary" isBusy={reload.isPending} onPress={() => reload.mutate()}>
              Reload
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
