import { describe, expect, it } from 'vitest'
import { METHODS } from '@/lib/contract/methods'
import type { Domain, RunHistory } from '@/lib/contract/run-history'
import { assembleTemplateState } from '@/lib/derive/template-state'
import { BACKENDS } from '../support/backends'

/** The 80 methods of the engine's run-history trait at 1.13.1, and where each lives here. */
const TRAIT = {
  runs: {
    claim_idempotency: 'claimIdempotency',
    release_idempotency: 'releaseIdempotency',
    upsert: 'upsert',
    get: 'get',
    list: 'list',
    delete: 'remove',
    purge_expired: 'purgeExpired',
  },
  leases: {
    recover_orphans: 'recoverOrphans',
    renew_leases: 'renew',
    claim_pending: 'claimPending',
    reclaim_orphans: 'reclaimOrphans',
    finalize_owned: 'finalizeOwned',
    finalize_sharded_parent: 'finalizeShardedParent',
    cancel_pending: 'cancelPending',
    request_cancel: 'requestCancel',
    pending_cancellations: 'pendingCancellations',
    heartbeat_instance: 'heartbeat',
    live_instances: 'liveInstances',
  },
  shards: {
    insert_shards: 'insert',
    claim_shards: 'claim',
    renew_shard_leases: 'renew',
    reclaim_shards: 'reclaim',
    finalize_shard: 'finalize',
    shard_progress: 'progress',
    pending_shard_cancellations: 'pendingCancellations',
    finalize_completed_sharded_parents: 'finalizeCompletedParents',
  },
  audit: {
    record_audit: 'record',
    list_audit: 'list',
  },
  logs: {
    record_run_logs: 'record',
    list_run_logs: 'list',
    purge_run_logs: 'purge',
  },
  catalog: {
    catalog_record: 'record',
    catalog_list_datasets: 'listDatasets',
    catalog_get_dataset: 'getDataset',
    catalog_lineage: 'lineage',
    catalog_record_profile: 'recordProfile',
    catalog_profile_history: 'profileHistory',
    catalog_annotate: 'annotate',
    catalog_record_config_snapshot: 'recordConfigSnapshot',
    catalog_last_config_snapshot: 'lastConfigSnapshot',
  },
  outputs: {
    local_output_record: 'record',
    local_output_list: 'list',
    local_output_get: 'get',
    local_output_mark_deleted: 'markDeleted',
  },
  changes: {
    change_upsert: 'upsert',
    change_get: 'get',
    change_list: 'list',
    change_delete: 'remove',
  },
  tenants: {
    tenant_upsert: 'upsert',
    tenant_get: 'get',
    tenant_list: 'list',
    tenant_delete: 'remove',
    connection_upsert: 'upsertConnection',
    connection_get: 'getConnection',
    connection_list: 'listConnections',
    connection_delete: 'removeConnection',
    connect_session_put: 'putConnectSession',
    connect_session_take: 'takeConnectSession',
    tenant_run_link: 'linkRun',
    tenant_state_ref_add: 'addStateRef',
    tenant_state_refs: 'listStateRefs',
  },
  usage: {
    usage_record: 'record',
    usage_list: 'list',
    usage_delete_runs: 'removeRuns',
  },
  templates: {
    template_register: 'register',
    template_get: 'get',
    template_list: 'list',
    template_versions: 'versions',
    template_delete: 'remove',
    template_set_tag: 'setTag',
    template_tags: 'tags',
    template_delete_tag: 'removeTag',
    template_launch: 'launch',
    template_launches: 'launches',
    template_set_deprecation: 'setDeprecation',
    template_deprecation: 'deprecation',
    template_set_version_deprecation: 'setVersionDeprecation',
    template_version_deprecations: 'versionDeprecations',
  },
} as const satisfies { [D in Domain]: Record<string, keyof RunHistory[D]> }

/** Assembled from five reads: stores cannot disagree about something that none of them decides. */
const DERIVED = { template_state: assembleTemplateState }
/** A property of the whole store. */
const HEALTH = { degraded: 'degraded' } as const

const domains = Object.keys(TRAIT) as Domain[]
const traitNames = [
  ...domains.flatMap((domain) => Object.keys(TRAIT[domain])),
  ...Object.keys(DERIVED),
  ...Object.keys(HEALTH),
]

describe('the trait of the engine', () => {
  it('has 80 methods, each accounted for once', () => {
    expect(traitNames).toHaveLength(80)
    expect(new Set(traitNames).size).toBe(80)
  })

  it('is all there is to the eleven ports: no method of ours without one of the trait, and none twice', () => {
    for (const domain of domains)
      expect(Object.values(TRAIT[domain]).sort()).toEqual(Object.keys(METHODS[domain]).sort())
    expect(domains.sort()).toEqual(Object.keys(METHODS).sort())
  })

  it.each(BACKENDS)('is implemented by $name, method by method', async (backend) => {
    const world = await backend.open()
    try {
      for (const domain of domains) {
        const port: Readonly<Record<string, unknown>> = { ...world.history[domain] }
        expect(Object.keys(port).sort()).toEqual(Object.values(TRAIT[domain]).sort())
        for (const method of Object.values(TRAIT[domain]))
          expect(port[method], `${domain}.${method}`).toBeTypeOf('function')
      }
      expect(world.history.health.degraded()).toBe(false)
      expect(world.history.health.clustered).toBe(backend.clustered)
      expect(world.history.health.durable).toBe(backend.durable)
    } finally {
      await world.close()
    }
  })

  it('leaves the state of a template to a derivation', () => {
    for (const derive of Object.values(DERIVED)) expect(derive).toBeTypeOf('function')
  })
})
