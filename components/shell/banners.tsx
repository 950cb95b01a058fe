'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '@/components/ui/banner'
import { Age, Time } from '@/components/ui/time'
import { type Capabilities, capabilitiesQuery } from '@/lib/client/console'

/** What is the matter with the store and the engines, and what still works. */
export function Banners() {
  const { data } = useQuery(capabilitiesQuery())
  if (data === undefined) return null
  return (
    <>
      {data.degraded_since !== null && (
        <Banner tone="bad">
          The history database does not answer since <Time at={data.degraded_since} /> (
          <Age at={data.degraded_since} isSentence />
          ). What you see comes from this process and may be incomplete; nothing can be changed. The console keeps
          trying and recovers by itself; what it collected meanwhile is not copied back.
        </Banner>
      )}
      {data.read_only !== null && (
        <Banner tone="warn">Read-only: {data.read_only}. Everything can be read, nothing is written.</Banner>
      )}
      {data.engines.map((engine) => {
        const matter = matterOf(engine)
        return (
          matter !== null && (
            <Banner key={engine.host} tone="warn">
              The engine at <code>{engine.host}</code> {matter}
            </Banner>
          )
        )
      })}
      {data.simulated && (
        <Banner tone="info">
          Simulated workers: this database was made for a demo. Its past is made up, and its members claim runs, write
          logs and end them without moving any data.
        </Banner>
      )}
      {data.kind === 'memory' && data.degraded_since === null && (
        <Banner tone="info">
          No database is connected: the history lives in this process and ends with it. Set <code>FAUCET_HISTORY</code>{' '}
          to an engine’s database to keep it.
        </Banner>
      )}
    </>
  )
}

type Engine = Capabilities['engines'][number]

/** One thing at a time, the worst of them. */
function matterOf({ unreachable, history_ok, draining, queue_ok }: Engine): ReactNode {
  if (unreachable !== null) {
    return `cannot be reached (${unreachable}). The pages read the store and go on; what only an engine does, such as checks, previews and rolling back, is not available, and runs are left for the cluster to take.`
  }
  if (history_ok === false) {
    return 'has lost its history and answers from memory. What it runs now may be missing here and is lost when it restarts; engines of 1.13 stay so until then. The pages read the store and go on.'
  }
  if (draining === true) {
    return 'is shutting down: it finishes what it runs and takes nothing new. Everything else goes on.'
  }
  if (queue_ok === false) {
    return 'has a full queue: new runs are refused until some are done. Everything else goes on.'
  }
  return null
}
