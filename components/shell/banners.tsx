'use client'

import { useQuery } from '@tanstack/react-query'
import { Banner } from '@/components/ui/banner'
import { Age, Time } from '@/components/ui/time'
import { capabilitiesQuery } from '@/lib/client/console'

/** What is the matter with the store, and what still works. */
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
