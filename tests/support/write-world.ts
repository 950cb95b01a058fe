import type { Deps } from '@/lib/contract/deps'
import type { InstanceRecord } from '@/lib/contract/records/leases'
import { at } from './clock'
import type { CtxWorld } from './ctx'

/** A member of the cluster has been seen on the store just now. */
export const withMember = ({ store }: CtxWorld, more: Partial<InstanceRecord> = {}): Partial<Deps> => ({
  leases: {
    ...store.leases,
    liveInstances: async () => [
      {
        instance_id: 'member-1',
        started_at: at('2026-11-30T11:00:00Z'),
        last_heartbeat: at('2026-11-30T12:00:00Z'),
        listen: '127.0.0.1:8080',
        max_concurrent: 2,
        in_flight: 0,
        state_format: 1,
        ...more,
      },
    ],
  },
})

/** Engines that leave a stamp have been on the store. */
export const stamped = ({ store }: CtxWorld, stamp: number): Partial<Deps> => ({
  store: { capabilities: async () => ({ ...(await store.store.capabilities()), stamp }) },
})

/** One configured engine that says this to whatever it is asked. */
export const engineSaying = (status: number, body: string) => {
  const asked: { method: string; target: string; body: string | null; principal: string | null }[] = []
  const engine: Deps['engine'] = {
    absent: () => null,
    states: async () => [],
    async send({ method, target, body: sent, principal }) {
      asked.push({ method, target, body: sent, principal })
      return {
        kind: 'reply',
        status,
        headers: { contentType: 'application/json', retryAfter: null, location: null },
        body,
      }
    },
  }
  return { engine, asked }
}
