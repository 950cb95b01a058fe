import { z } from 'zod'
import { jsonAs, wireQuery } from './wire-query'

const Capabilities = z.object({
  kind: z.enum(['memory', 'sqlite', 'postgres']),
  /** For people; empty for somebody confined to a tenant. */
  where: z.string(),
  stamp: z.number().nullable(),
  read_only: z.string().nullable(),
  degraded_since: z.string().nullable(),
  /** Members that only pretend to work may work in this store. */
  simulated: z.boolean(),
})
export type Capabilities = z.infer<typeof Capabilities>

const CHECK_MS = 15_000

/** What the store is and can do just now: the banners and the line under the navigation. */
export const capabilitiesQuery = () => ({
  ...wireQuery<Capabilities>({
    queryKey: ['console', 'capabilities'],
    path: '/console/capabilities',
    read: jsonAs(Capabilities),
  }),
  refetchInterval: CHECK_MS,
})
