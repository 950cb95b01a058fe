import { defineEngineOperation, LONG_MS } from '../kit/engine-operation'

/** What this console leaves to an engine, route by route (http-api.md 1): who may ask, and what it is called in the audit trail. */
export const rollBackRun = defineEngineOperation({
  label: 'run.rollback',
  permission: 'rollback',
  scope: 'global',
  todo: 'roll back a run',
  timeoutMs: LONG_MS,
})
export const listSchemas = defineEngineOperation({
  label: 'schema.list',
  permission: 'schema_read',
  scope: 'shared',
  todo: 'list connectors',
})
export const getSchema = defineEngineOperation({
  label: 'schema.get',
  permission: 'schema_read',
  scope: 'shared',
  todo: "show a connector's schema",
})
export const doctor = defineEngineOperation({
  label: 'doctor',
  permission: 'doctor',
  scope: 'global',
  todo: 'check a config',
})
export const verify = defineEngineOperation({
  label: 'verify',
  permission: 'run_write',
  scope: 'global',
  todo: 'compare source and destination',
  timeoutMs: LONG_MS,
})
export const plan = defineEngineOperation({ label: 'plan', permission: 'plan', scope: 'global', todo: 'plan a config' })
export const backfill = defineEngineOperation({
  label: 'backfill.submit',
  permission: 'run_write',
  scope: 'global',
  todo: 'submit a backfill',
  timeoutMs: LONG_MS,
})
export const inspectDlq = defineEngineOperation({
  label: 'dlq.inspect',
  permission: 'dlq_read',
  scope: 'global',
  todo: 'read dead letters',
})
export const replayDlq = defineEngineOperation({
  label: 'dlq.replay',
  permission: 'dlq_manage',
  scope: 'global',
  todo: 'replay dead letters',
  timeoutMs: LONG_MS,
})
export const discardDlq = defineEngineOperation({
  label: 'dlq.discard',
  permission: 'dlq_manage',
  scope: 'global',
  todo: 'discard dead letters',
  timeoutMs: LONG_MS,
})
export const reload = defineEngineOperation({
  label: 'config.reload',
  permission: 'reload',
  scope: 'global',
  todo: 'reload its default config',
  // A default config is each instance's own.
  where: 'each',
})
export const pipelineStatus = defineEngineOperation({
  label: 'status',
  permission: 'status_read',
  scope: 'global',
  todo: 'tell the state of a pipeline',
})
export const mirrorStatus = defineEngineOperation({
  label: 'mirror.status',
  permission: 'status_read',
  scope: 'global',
  todo: 'tell the progress of a mirror',
})
export const getState = defineEngineOperation({
  label: 'state.get',
  permission: 'state_admin',
  scope: 'global',
  todo: 'read the state of a pipeline',
})
export const setState = defineEngineOperation({
  label: 'state.set',
  permission: 'state_admin',
  scope: 'global',
  todo: 'change the state of a pipeline',
})
export const resetState = defineEngineOperation({
  label: 'state.reset',
  permission: 'state_admin',
  scope: 'global',
  todo: 'reset the state of a pipeline',
})
export const fireTrigger = defineEngineOperation({
  label: 'trigger.fire',
  permission: 'trigger_fire',
  scope: 'global',
  todo: 'fire a trigger',
})
export const deleteOutput = defineEngineOperation({
  label: 'local_output.delete',
  permission: 'local_output_manage',
  scope: 'global',
  todo: 'delete a file on its disk',
})
export const cleanOutputs = defineEngineOperation({
  label: 'local_output.cleanup',
  permission: 'local_output_manage',
  scope: 'global',
  todo: 'clean up files on its disk',
  timeoutMs: LONG_MS,
})
export const previewOutput = defineEngineOperation({
  label: 'local_output.preview',
  permission: 'local_output_read',
  scope: 'global',
  todo: 'read a file on its disk',
})
export const registerTemplate = defineEngineOperation({
  label: 'template.register',
  permission: 'template_admin',
  scope: 'global',
  todo: 'register a template',
})
export const templateMatrix = defineEngineOperation({
  label: 'unknown',
  permission: 'template_read',
  scope: 'global',
  todo: 'tell which templates fit together',
})
export const deleteTemplate = defineEngineOperation({
  label: 'template.delete',
  permission: 'template_admin',
  scope: 'global',
  todo: 'delete a template',
})
export const templateRows = defineEngineOperation({
  label: 'template.rows',
  permission: 'template_read',
  scope: 'shared',
  todo: 'expand the rows of a template',
})
export const setChannel = defineEngineOperation({
  label: 'template.promote',
  permission: 'template_admin',
  scope: 'global',
  todo: 'move a channel of a template',
})
export const launchTemplate = defineEngineOperation({
  label: 'template.launch',
  permission: 'template_admin',
  scope: 'global',
  todo: 'launch a template',
})
export const rollBackTemplate = defineEngineOperation({
  label: 'template.rollback',
  permission: 'template_admin',
  scope: 'global',
  todo: 'roll back a template',
})
export const testTemplate = defineEngineOperation({
  label: 'template.test',
  permission: 'template_admin',
  scope: 'global',
  todo: 'test a version of a template',
  timeoutMs: LONG_MS,
})
export const syncTemplates = defineEngineOperation({
  label: 'template.sync',
  permission: 'template_admin',
  scope: 'global',
  todo: 'pull templates from their origins',
  timeoutMs: LONG_MS,
})
export const publishTemplate = defineEngineOperation({
  label: 'template.publish',
  permission: 'template_admin',
  scope: 'global',
  todo: 'publish a template',
})
export const fanOutTemplate = defineEngineOperation({
  label: 'template.fanout',
  permission: 'run_write',
  scope: 'global',
  todo: 'run a template for several tenants',
})
export const deleteTenant = defineEngineOperation({
  label: 'tenant.delete',
  permission: 'tenant_admin',
  scope: 'global',
  todo: 'delete a tenant',
})
export const startConnect = defineEngineOperation({
  label: 'connect.start',
  permission: 'connection_manage',
  scope: 'tenant',
  todo: 'start a sign-in at a provider',
})
