/**
 * Every route of the engine at 1.13.1 (http-api.md 1), with who may ask and what a refusal is filed under (3.2, 3.4, 3.6).
 * Written by hand from the specification, so that code and specification are compared and not code with itself.
 */
export interface ApiRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  permission: string
  label: string
  /** Is it open to principals that are confined to a tenant? */
  confined: boolean
}

const row = (text: string): ApiRoute => {
  const [method, path, permission, label, open] = text.split(/\s+/)
  return { method, path, permission, label, confined: open === 'confined' } as ApiRoute
}

export const API_ROUTES: readonly ApiRoute[] = `
POST   /v1/runs                                     run_write           run.submit                 confined
GET    /v1/runs                                     run_read            run.list                   confined
GET    /v1/runs/{run}                               run_read            run.get                    confined
DELETE /v1/runs/{run}                               run_write           run.delete                 confined
POST   /v1/runs/{run}/cancel                        run_write           run.cancel                 confined
POST   /v1/runs/{run}/rollback                      rollback            run.rollback               -
GET    /v1/runs/{run}/logs                          run_read            run.logs                   confined
GET    /v1/schemas                                  schema_read         schema.list                confined
GET    /v1/schemas/source/csv                       schema_read         schema.get                 confined
POST   /v1/doctor                                   doctor              doctor                     -
POST   /v1/verify                                   run_write           verify                     -
POST   /v1/plan                                     plan                plan                       -
POST   /v1/backfill                                 run_write           backfill.submit            -
POST   /v1/dlq/inspect                              dlq_read            dlq.inspect                -
POST   /v1/dlq/replay                               dlq_manage          dlq.replay                 -
POST   /v1/dlq/discard                              dlq_manage          dlq.discard                -
GET    /v1/audit                                    audit_read          audit.list                 -
POST   /v1/reload                                   reload              config.reload              -
GET    /v1/whoami                                   identity            whoami                     confined
GET    /v1/status                                   status_read         status                     -
POST   /v1/status                                   status_read         status                     -
GET    /v1/mirror/m                                 status_read         mirror.status              -
POST   /v1/mirror/m                                 status_read         mirror.status              -
GET    /v1/state/p/r                                state_admin         state.get                  -
PUT    /v1/state/p/r                                state_admin         state.set                  -
DELETE /v1/state/p/r                                state_admin         state.reset                -
POST   /v1/changes                                  change_request      change.request             confined
GET    /v1/changes                                  change_read         change.list                confined
GET    /v1/changes/c                                change_read         change.get                 confined
POST   /v1/changes/c/approve                        change_approve      change.approve             confined
POST   /v1/changes/c/reject                         change_approve      change.reject              confined
POST   /v1/triggers/t                               trigger_fire        trigger.fire               -
PUT    /v1/triggers/t                               trigger_fire        trigger.fire               -
GET    /v1/usage                                    usage_read          usage.list                 confined
GET    /v1/catalog/datasets                         catalog_read        catalog.list               -
GET    /v1/catalog/datasets/d                       catalog_read        catalog.get                -
POST   /v1/catalog/datasets/d/consumers             catalog_annotate    catalog.annotate           -
GET    /v1/catalog/lineage                          catalog_read        catalog.lineage            -
GET    /v1/local-outputs                            local_output_read   local_output.list          -
DELETE /v1/local-outputs/o                          local_output_manage local_output.delete        -
POST   /v1/local-outputs/cleanup                    local_output_manage local_output.cleanup       -
GET    /v1/local-outputs/o/preview                  local_output_read   local_output.preview       -
POST   /v1/templates                                template_admin      template.register          -
GET    /v1/templates                                template_read       template.list              confined
GET    /v1/templates/matrix                         template_read       unknown                    -
GET    /v1/templates/team%2Forders                  template_read       template.get               confined
DELETE /v1/templates/team%2Forders                  template_admin      template.delete            -
POST   /v1/templates/team%2Forders/runs             run_write           template.run               -
GET    /v1/templates/team%2Forders/rows             template_read       template.rows              confined
POST   /v1/templates/team%2Forders/tags             template_admin      template.promote           -
POST   /v1/templates/team%2Forders/launch           template_admin      template.launch            -
POST   /v1/templates/team%2Forders/rollback         template_admin      template.rollback          -
POST   /v1/templates/team%2Forders/deprecate        template_admin      template.deprecate         -
POST   /v1/templates/team%2Forders/versions/1/deprecate template_admin  template.version_deprecate -
POST   /v1/templates/team%2Forders/publish          template_admin      template.publish           -
POST   /v1/templates/team%2Forders/fanout           run_write           template.fanout            -
POST   /v1/tenants                                  tenant_admin        tenant.create              -
GET    /v1/tenants                                  tenant_read         tenant.list                confined
GET    /v1/tenants/{tenant}                         tenant_read         tenant.get                 confined
PATCH  /v1/tenants/{tenant}                         tenant_admin        tenant.update              -
DELETE /v1/tenants/{tenant}                         tenant_admin        tenant.delete              -
GET    /v1/tenants/{tenant}/connections             tenant_read         connection.list            confined
POST   /v1/tenants/{tenant}/connections             connection_manage   connection.upsert          confined
GET    /v1/tenants/{tenant}/connections/crm         tenant_read         connection.get             confined
PUT    /v1/tenants/{tenant}/connections/crm         connection_manage   connection.upsert          confined
DELETE /v1/tenants/{tenant}/connections/crm         connection_manage   connection.delete          confined
POST   /v1/tenants/{tenant}/connect/idp             connection_manage   connect.start              confined
GET    /v1/connect/providers                        tenant_read         connect.providers          confined
POST   /v1/tenants/{tenant}/runs                    run_write           run.submit                 confined
POST   /v1/tenants/{tenant}/templates/x/runs        run_write           template.run               confined
`
  .trim()
  .split('\n')
  .map(row)

/** Routes that later engines added (http-api.md 12), with the labels of records.md 3.2. */
export const LATER_ROUTES: readonly ApiRoute[] = `
GET    /v1/overview                                 run_read            overview.get               confined
GET    /v1/runs/{run}/config                        run_read            run.config                 confined
GET    /v1/audit/a                                  audit_read          audit.get                  -
GET    /v1/triggers                                 status_read         trigger.list               -
GET    /v1/changes/counts                           change_read         change.counts              confined
GET    /v1/templates/team%2Forders/runs             template_read       template.runs              confined
GET    /v1/templates/team%2Forders/versions/1/tests template_read       template.tests             confined
`
  .trim()
  .split('\n')
  .map(row)

/** http-api.md 3.2, by hand: the lowest role that has each permission. */
export const LOWEST_ROLE: Readonly<Record<string, 'viewer' | 'operator' | 'admin'>> = {
  run_read: 'viewer',
  run_write: 'operator',
  schema_read: 'viewer',
  doctor: 'operator',
  trigger_fire: 'operator',
  dlq_read: 'viewer',
  dlq_manage: 'operator',
  catalog_read: 'viewer',
  template_read: 'viewer',
  template_admin: 'admin',
  local_output_read: 'viewer',
  local_output_manage: 'operator',
  rollback: 'admin',
  audit_read: 'admin',
  reload: 'admin',
  identity: 'viewer',
  plan: 'viewer',
  catalog_annotate: 'operator',
  usage_read: 'viewer',
  change_read: 'viewer',
  change_request: 'operator',
  change_approve: 'operator',
  status_read: 'viewer',
  state_admin: 'admin',
  tenant_read: 'viewer',
  tenant_admin: 'admin',
  connection_manage: 'operator',
}
