import type { TenantsStore } from '@/lib/contract/ports/tenants'
import type { PrismaEnv } from './env'

export const createPrismaTenants = (_env: PrismaEnv): TenantsStore => ({}) as TenantsStore
