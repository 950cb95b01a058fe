import type { Deps } from '@/lib/contract/deps'
import { METHODS } from '@/lib/contract/methods'
import type { Domain, RunHistory } from '@/lib/contract/run-history'

/** While the store is away a call is answered from memory, or refused: an empty registry would look like deletion. */
export type Away = 'serve' | 'refuse'

/** What a call does while the store is away, and whether it may be sent again after an unclear failure. */
export interface Rule {
  away: Away
  again: boolean
}

/**
 * Every method of every port. Refused is what memory could only answer falsely: claims that others hold, leases that
 * others see, registries, and whatever would say "not found" of a run that the store has.
 */
const AWAY = {
  runs: {
    claimIdempotency: 'refuse',
    releaseIdempotency: 'serve',
    upsert: 'serve',
    get: 'serve',
    list: 'serve',
    remove: 'refuse',
    purgeExpired: 'serve',
  },
  leases: {
    recoverOrphans: 'serve',
    renew: 'refuse',
    claimPending: 'serve',
    reclaimOrphans: 'serve',
    finalizeOwned: 'serve',
    finalizeShardedParent: 'serve',
    cancelPending: 'refuse',
    requestCancel: 'refuse',
    pendingCancellations: 'serve',
    heartbeat: 'refuse',
    liveInstances: 'serve',
  },
  shards: {
    insert: 'serve',
    claim: 'serve',
    renew: 'refuse',
    reclaim: 'serve',
    finalize: 'serve',
    progress: 'serve',
    pendingCancellations: 'serve',
    finalizeCompletedParents: 'serve',
  },
  audit: { record: 'serve', list: 'serve' },
  logs: { record: 'serve', list: 'serve', purge: 'serve' },
  catalog: {
    record: 'serve',
    listDatasets: 'serve',
    getDataset: 'serve',
    lineage: 'serve',
    recordProfile: 'serve',
    profileHistory: 'serve',
    annotate: 'serve',
    recordConfigSnapshot: 'serve',
    lastConfigSnapshot: 'serve',
  },
  outputs: { record: 'serve', list: 'serve', get: 'serve', markDeleted: 'serve' },
  changes: { upsert: 'refuse', get: 'refuse', list: 'refuse', remove: 'refuse' },
  tenants: {
    upsert: 'refuse',
    get: 'refuse',
    list: 'refuse',
    remove: 'refuse',
    upsertConnection: 'refuse',
    getConnection: 'refuse',
    listConnections: 'refuse',
    removeConnection: 'refuse',
    putConnectSession: 'refuse',
    takeConnectSession: 'refuse',
    linkRun: 'refuse',
    addStateRef: 'refuse',
    listStateRefs: 'refuse',
  },
  usage: { record: 'serve', list: 'serve', removeRuns: 'refuse' },
  templates: {
    register: 'refuse',
    get: 'refuse',
    list: 'refuse',
    versions: 'refuse',
    remove: 'refuse',
    setTag: 'refuse',
    tags: 'refuse',
    removeTag: 'refuse',
    launch: 'refuse',
    launches: 'refuse',
    setDeprecation: 'refuse',
    deprecation: 'refuse',
    setVersionDeprecation: 'refuse',
    versionDeprecations: 'refuse',
  },
} as const satisfies { [D in Domain]: { [M in keyof RunHistory[D]]: Away } }

/** A read may be sent again; a write never: the first one may have landed. */
function ruleOf(domain: Domain, method: string): Rule {
  const away: Readonly<Record<string, Away>> = AWAY[domain]
  const kinds: Readonly<Record<string, string>> = METHODS[domain]
  return { away: away[method] ?? 'refuse', again: kinds[method] === 'read' }
}

/** What the trait does not have: `insight` only reads, what is queued in memory would never be run, and what
 * is set there would be forgotten. */
const BESIDE = {
  insight: {
    runColumns: { away: 'serve', again: true },
    submitters: { away: 'serve', again: true },
    searchRuns: { away: 'serve', again: true },
    foldRuns: { away: 'serve', again: true },
    countByStatus: { away: 'serve', again: true },
    shardRows: { away: 'serve', again: true },
    idempotency: { away: 'serve', again: true },
    countDatasets: { away: 'serve', again: true },
    schemaChanges: { away: 'serve', again: true },
    templateTests: { away: 'serve', again: true },
    connectionsInNeed: { away: 'refuse', again: true },
    runsBeside: { away: 'serve', again: true },
    shardCounts: { away: 'serve', again: true },
    usageOf: { away: 'serve', again: true },
    auditOf: { away: 'serve', again: true },
    catalogOf: { away: 'serve', again: true },
    outputsOf: { away: 'serve', again: true },
    countWindows: { away: 'serve', again: true },
    runsWithin: { away: 'serve', again: true },
    oldestRuns: { away: 'serve', again: true },
    lapsedRuns: { away: 'serve', again: true },
    logStretches: { away: 'serve', again: true },
    logWindow: { away: 'serve', again: true },
    logCandidates: { away: 'serve', again: true },
    logTail: { away: 'serve', again: true },
    oldestLogAt: { away: 'serve', again: true },
    logDelivery: { away: 'serve', again: true },
    catalogFreshness: { away: 'serve', again: true },
    templateCounts: { away: 'refuse', again: true },
    runsByIdPrefix: { away: 'serve', again: true },
    pulse: { away: 'serve', again: true },
  },
  queue: { enqueue: { away: 'refuse', again: false } },
  console: {
    setting: { away: 'refuse', again: true },
    claimSetting: { away: 'refuse', again: false },
    views: { away: 'refuse', again: true },
    keepView: { away: 'refuse', again: true },
    renameView: { away: 'refuse', again: false },
    setDefaultView: { away: 'refuse', again: true },
    removeView: { away: 'refuse', again: false },
  },
  bulk: {
    create: { away: 'refuse', again: false },
    get: { away: 'refuse', again: true },
    list: { away: 'refuse', again: true },
    counts: { away: 'refuse', again: true },
    runs: { away: 'refuse', again: true },
    claim: { away: 'refuse', again: false },
    release: { away: 'refuse', again: false },
    begin: { away: 'refuse', again: false },
    settle: { away: 'refuse', again: false },
    end: { away: 'refuse', again: false },
  },
} as const satisfies { [P in 'insight' | 'queue' | 'console' | 'bulk']: { [M in keyof Deps[P]]: Rule } }

/** The rules of one port, by method. */
export const rulesOf = (port: Domain | keyof typeof BESIDE): ReadonlyMap<string, Rule> =>
  new Map(
    port === 'insight' || port === 'queue' || port === 'console' || port === 'bulk'
      ? Object.entries(BESIDE[port])
      : Object.keys(METHODS[port]).map((method) => [method, ruleOf(port, method)]),
  )
