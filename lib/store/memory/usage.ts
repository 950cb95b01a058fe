import type { UsageStore } from '@/lib/contract/ports/usage'
import type { MemoryEnv } from './state'

export const createMemoryUsage = (_env: MemoryEnv): UsageStore => ({}) as UsageStore
