import type { UsageStore } from '@/lib/contract/ports/usage'
import type { PrismaEnv } from './env'

export const createPrismaUsage = (_env: PrismaEnv): UsageStore => ({}) as UsageStore
