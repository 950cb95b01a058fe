/** What an engine keeps in each of its tables, in the order in which it makes them (storage.md 2.1). */
export const TABLE_PURPOSES: Readonly<Record<string, string>> = {
  faucet_serve_runs: 'runs',
  faucet_serve_instances: 'cluster members',
  faucet_serve_instance_caps: 'what members can read',
  faucet_serve_idem: 'idempotency keys',
  faucet_serve_shards: 'parts of sharded runs',
  faucet_serve_audit: 'audit entries',
  faucet_serve_audit_tenants: 'tenants of audit entries',
  faucet_serve_run_logs: 'stored log lines',
  faucet_catalog_datasets: 'datasets',
  faucet_catalog_schema_versions: 'schemas of datasets',
  faucet_catalog_edges: 'lineage',
  faucet_catalog_stats: 'row counts of datasets',
  faucet_catalog_profiles: 'profiles of datasets',
  faucet_config_snapshots: 'resolved configs',
  faucet_templates: 'templates',
  faucet_template_tags: 'channels of templates',
  faucet_template_launches: 'launches of templates',
  faucet_template_deprecations: 'deprecated templates',
  faucet_template_version_deprecations: 'deprecated versions',
  faucet_local_outputs: 'local outputs',
  faucet_usage: 'usage and cost',
  faucet_serve_changes: 'change requests',
  faucet_tenants: 'tenants',
  faucet_tenant_connections: 'connections of tenants',
  faucet_connect_sessions: 'connections being made',
  faucet_tenant_runs: 'runs of tenants',
  faucet_tenant_state_refs: 'state of tenants',
}

/** Tables of an engine that this store does not have. */
export const missingTables = (present: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(TABLE_PURPOSES).filter((table) => !Object.hasOwn(present, table))

/** What a schema stamp says of the engine that wrote it (storage.md 0, 10.3). */
export function stampWords(stamp: number | null): string {
  if (stamp === null) return 'none: an engine up to 1.13.2, or this console, made the store'
  const engines = ENGINES[stamp]
  return engines === undefined ? `${stamp}: newer than this console knows` : `${stamp}: ${engines}`
}

const ENGINES: Readonly<Record<number, string>> = {
  3: 'an engine of 1.13.3',
  6: 'an engine of 1.14 or 1.15',
  7: 'an engine of 1.16',
  8: 'an engine of 1.17',
}
