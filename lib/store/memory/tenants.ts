import type { TenantsStore } from '@/lib/contract/ports/tenants'
import type { MemoryEnv } from './state'

export const createMemoryTenants = (_env: MemoryEnv): TenantsStore => ({}) as TenantsStore
