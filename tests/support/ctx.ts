import type { Principal } from '@/lib/auth/principal'
import type { Deps, OpenStore } from '@/lib/contract/deps'
import { createEngine } from '@/lib/engine/engine'
import type { Ctx } from '@/lib/services/kit/ctx'
import { sha256Hex } from '@/lib/store/kit/hash'
import { uuidV7 } from '@/lib/store/kit/ids'
import { createMemoryHistory } from '@/lib/store/memory/memory-history'
import { createVault } from '@/lib/vault/vault'
import { storeOptions } from './backends'
import { type TestClock, testClock } from './clock'

export const ADMIN: Principal = { name: 'root-admin', role: 'admin', tenant: null }
export const OPERATOR: Principal = { name: 'ops-one', role: 'operator', tenant: null }
export const VIEWER: Principal = { name: 'viewer-one', role: 'viewer', tenant: null }
/** May do everything, for one tenant. */
export const ACME_BOSS: Principal = { name: 'tenant-a-boss', role: 'admin', tenant: 'acme' }

export interface CtxWorld {
  store: OpenStore
  clock: TestClock
  /** What verbs said in the log. */
  warnings: { message: string; facts: unknown }[]
  /** A context of that principal; parts of the store may be replaced. */
  as(principal: Principal, deps?: Partial<Deps>): Ctx
  /** Audit rows, newest first, without what differs each time. */
  filed(): Promise<object[]>
}

/** A memory store and contexts over it: a verb's whole world, decided by the test. */
export function ctxWorld(): CtxWorld {
  const clock = testClock()
  const store = createMemoryHistory(storeOptions(clock, 'console', false))
  const engine = createEngine({ addresses: [], tokenOf: () => null, tell: () => undefined })
  const vault = createVault('a vault key of the tests, 32 bytes and more', [])
  const warnings: CtxWorld['warnings'] = []
  return {
    store,
    clock,
    warnings,
    as: (principal, deps = {}) => ({
      principal,
      deps: { ...store, engine, vault, ...deps },
      settings: {
        localOutputs: { previewEnabled: false, previewDefaultRows: 500, previewMaxRows: 5_000, retentionDays: 7 },
        connectProviders: [],
        requireApproval: [],
      },
      approvals: { rules: [], expireSecs: 86_400 },
      now: () => clock.now(),
      newId: () => uuidV7(clock.now()),
      newSecret: () => '0'.repeat(64),
      sha256: sha256Hex,
      send: () => Promise.reject(new Error('nothing leaves a test')),
      requestId: 'request-1',
      sourceIp: '127.0.0.1',
      log: { warn: (message, facts) => void warnings.push({ message, facts }) },
      hear: () => ({ next: async () => [] }),
    }),
    async filed() {
      const entries = await store.audit.list({ limit: 1_000 })
      return entries.map(({ id: _, timestamp: __, ...entry }) => entry)
    },
  }
}
