import { z } from 'zod'
import { searchText } from '@/lib/url/search'
import { jsonAs, wireQuery } from './wire-query'

const Engine = z.object({
  host: z.string(),
  /** Why it does not answer; null: it does. */
  unreachable: z.string().nullable(),
  version: z.string().nullable(),
  history_ok: z.boolean().nullable(),
  queue_ok: z.boolean().nullable(),
  draining: z.boolean().nullable(),
})

const Capabilities = z.object({
  kind: z.enum(['memory', 'sqlite', 'postgres']),
  /** For people; empty for somebody confined to a tenant. */
  where: z.string(),
  stamp: z.number().nullable(),
  read_only: z.string().nullable(),
  degraded_since: z.string().nullable(),
  /** Members that only pretend to work may work in this store. */
  simulated: z.boolean(),
  /** Configured ones; none for somebody confined to a tenant. */
  engines: z.array(Engine),
  /** Live cluster members; null: not known. */
  members: z.number().nullable(),
  console_version: z.string(),
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

const NavCounts = z.object({
  active_runs: z.number().nullable(),
  failed_runs: z.number().nullable(),
  members: z.number().nullable(),
  connections: z.number().nullable(),
  changes: z.number().nullable(),
})
export type NavCounts = z.infer<typeof NavCounts>

const COUNT_MS = 30_000
export const NAV_COUNTS_KEY = ['console', 'counts'] as const

/** What goes on and what waits, for the navigation; of one tenant, or of all. */
export const navCountsQuery = (tenant: string | null) => ({
  ...wireQuery<NavCounts>({
    queryKey: [...NAV_COUNTS_KEY, tenant],
    path: `/console/counts${tenant === null ? '' : `?${searchText([['tenant', tenant]])}`}`,
    read: jsonAs(NavCounts),
  }),
  refetchInterval: COUNT_MS,
})

const TenantChoices = z.object({ tenants: z.array(z.string()), is_cut: z.boolean() })
type TenantChoices = z.infer<typeof TenantChoices>

export const tenantChoicesQuery = () => ({
  ...wireQuery<TenantChoices>({
    queryKey: ['console', 'tenants'],
    path: '/console/tenants',
    read: jsonAs(TenantChoices),
  }),
  staleTime: COUNT_MS * 2,
})
