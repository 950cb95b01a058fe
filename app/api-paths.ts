import * as auditByentryId from './v1/audit/[entryId]/route'
import * as audit from './v1/audit/route'
import * as backfill from './v1/backfill/route'
import * as catalogDatasetsBydatasetIdConsumers from './v1/catalog/datasets/[datasetId]/consumers/route'
import * as catalogDatasetsBydatasetId from './v1/catalog/datasets/[datasetId]/route'
import * as catalogDatasets from './v1/catalog/datasets/route'
import * as catalogLineage from './v1/catalog/lineage/route'
import * as changesBychangeIdApprove from './v1/changes/[changeId]/approve/route'
import * as changesBychangeIdReject from './v1/changes/[changeId]/reject/route'
import * as changesBychangeId from './v1/changes/[changeId]/route'
import * as changesCounts from './v1/changes/counts/route'
import * as changes from './v1/changes/route'
import * as connectCallback from './v1/connect/callback/route'
import * as connectProviders from './v1/connect/providers/route'
import * as dlqDiscard from './v1/dlq/discard/route'
import * as dlqInspect from './v1/dlq/inspect/route'
import * as dlqReplay from './v1/dlq/replay/route'
import * as doctor from './v1/doctor/route'
import * as localOutputsByoutputIdPreview from './v1/local-outputs/[outputId]/preview/route'
import * as localOutputsByoutputId from './v1/local-outputs/[outputId]/route'
import * as localOutputsCleanup from './v1/local-outputs/cleanup/route'
import * as localOutputs from './v1/local-outputs/route'
import * as mirrorByname from './v1/mirror/[name]/route'
import * as overview from './v1/overview/route'
import * as plan from './v1/plan/route'
import * as reload from './v1/reload/route'
import * as runsByrunIdCancel from './v1/runs/[runId]/cancel/route'
import * as runsByrunIdConfig from './v1/runs/[runId]/config/route'
import * as runsByrunIdLogs from './v1/runs/[runId]/logs/route'
import * as runsByrunIdRollback from './v1/runs/[runId]/rollback/route'
import * as runsByrunId from './v1/runs/[runId]/route'
import * as runs from './v1/runs/route'
import * as schemasBykindByname from './v1/schemas/[kind]/[name]/route'
import * as schemas from './v1/schemas/route'
import * as stateBypipelineByrow from './v1/state/[pipeline]/[row]/route'
import * as status from './v1/status/route'
import * as templatesBytemplateIdDeprecate from './v1/templates/[templateId]/deprecate/route'
import * as templatesBytemplateIdFanout from './v1/templates/[templateId]/fanout/route'
import * as templatesBytemplateIdLaunch from './v1/templates/[templateId]/launch/route'
import * as templatesBytemplateIdPublish from './v1/templates/[templateId]/publish/route'
import * as templatesBytemplateIdRollback from './v1/templates/[templateId]/rollback/route'
import * as templatesBytemplateId from './v1/templates/[templateId]/route'
import * as templatesBytemplateIdRows from './v1/templates/[templateId]/rows/route'
import * as templatesBytemplateIdRuns from './v1/templates/[templateId]/runs/route'
import * as templatesBytemplateIdTags from './v1/templates/[templateId]/tags/route'
import * as templatesBytemplateIdVersionsByversionDeprecate from './v1/templates/[templateId]/versions/[version]/deprecate/route'
import * as templatesBytemplateIdVersionsByversionTest from './v1/templates/[templateId]/versions/[version]/test/route'
import * as templatesBytemplateIdVersionsByversionTests from './v1/templates/[templateId]/versions/[version]/tests/route'
import * as templatesMatrix from './v1/templates/matrix/route'
import * as templates from './v1/templates/route'
import * as templatesSync from './v1/templates/sync/route'
import * as tenantsBytenantIdConnectByprovider from './v1/tenants/[tenantId]/connect/[provider]/route'
import * as tenantsBytenantIdConnectionsByname from './v1/tenants/[tenantId]/connections/[name]/route'
import * as tenantsBytenantIdConnections from './v1/tenants/[tenantId]/connections/route'
import * as tenantsBytenantId from './v1/tenants/[tenantId]/route'
import * as tenantsBytenantIdRuns from './v1/tenants/[tenantId]/runs/route'
import * as tenantsBytenantIdTemplatesBytemplateIdRuns from './v1/tenants/[tenantId]/templates/[templateId]/runs/route'
import * as tenants from './v1/tenants/route'
import * as triggersByname from './v1/triggers/[name]/route'
import * as triggers from './v1/triggers/route'
import * as usage from './v1/usage/route'
import * as verify from './v1/verify/route'
import * as whoami from './v1/whoami/route'

/** Every path of the API by its folder; a test compares this with the folders. */
export const PATHS = {
  '/v1/audit/[entryId]': auditByentryId,
  '/v1/audit': audit,
  '/v1/backfill': backfill,
  '/v1/catalog/datasets/[datasetId]/consumers': catalogDatasetsBydatasetIdConsumers,
  '/v1/catalog/datasets/[datasetId]': catalogDatasetsBydatasetId,
  '/v1/catalog/datasets': catalogDatasets,
  '/v1/catalog/lineage': catalogLineage,
  '/v1/changes/[changeId]/approve': changesBychangeIdApprove,
  '/v1/changes/[changeId]/reject': changesBychangeIdReject,
  '/v1/changes/[changeId]': changesBychangeId,
  '/v1/changes/counts': changesCounts,
  '/v1/changes': changes,
  '/v1/connect/callback': connectCallback,
  '/v1/connect/providers': connectProviders,
  '/v1/dlq/discard': dlqDiscard,
  '/v1/dlq/inspect': dlqInspect,
  '/v1/dlq/replay': dlqReplay,
  '/v1/doctor': doctor,
  '/v1/local-outputs/[outputId]/preview': localOutputsByoutputIdPreview,
  '/v1/local-outputs/[outputId]': localOutputsByoutputId,
  '/v1/local-outputs/cleanup': localOutputsCleanup,
  '/v1/local-outputs': localOutputs,
  '/v1/mirror/[name]': mirrorByname,
  '/v1/overview': overview,
  '/v1/plan': plan,
  '/v1/reload': reload,
  '/v1/runs/[runId]/cancel': runsByrunIdCancel,
  '/v1/runs/[runId]/config': runsByrunIdConfig,
  '/v1/runs/[runId]/logs': runsByrunIdLogs,
  '/v1/runs/[runId]/rollback': runsByrunIdRollback,
  '/v1/runs/[runId]': runsByrunId,
  '/v1/runs': runs,
  '/v1/schemas/[kind]/[name]': schemasBykindByname,
  '/v1/schemas': schemas,
  '/v1/state/[pipeline]/[row]': stateBypipelineByrow,
  '/v1/status': status,
  '/v1/templates/[templateId]/deprecate': templatesBytemplateIdDeprecate,
  '/v1/templates/[templateId]/fanout': templatesBytemplateIdFanout,
  '/v1/templates/[templateId]/launch': templatesBytemplateIdLaunch,
  '/v1/templates/[templateId]/publish': templatesBytemplateIdPublish,
  '/v1/templates/[templateId]/rollback': templatesBytemplateIdRollback,
  '/v1/templates/[templateId]': templatesBytemplateId,
  '/v1/templates/[templateId]/rows': templatesBytemplateIdRows,
  '/v1/templates/[templateId]/runs': templatesBytemplateIdRuns,
  '/v1/templates/[templateId]/tags': templatesBytemplateIdTags,
  '/v1/templates/[templateId]/versions/[version]/deprecate': templatesBytemplateIdVersionsByversionDeprecate,
  '/v1/templates/[templateId]/versions/[version]/test': templatesBytemplateIdVersionsByversionTest,
  '/v1/templates/[templateId]/versions/[version]/tests': templatesBytemplateIdVersionsByversionTests,
  '/v1/templates/matrix': templatesMatrix,
  '/v1/templates': templates,
  '/v1/templates/sync': templatesSync,
  '/v1/tenants/[tenantId]/connect/[provider]': tenantsBytenantIdConnectByprovider,
  '/v1/tenants/[tenantId]/connections/[name]': tenantsBytenantIdConnectionsByname,
  '/v1/tenants/[tenantId]/connections': tenantsBytenantIdConnections,
  '/v1/tenants/[tenantId]': tenantsBytenantId,
  '/v1/tenants/[tenantId]/runs': tenantsBytenantIdRuns,
  '/v1/tenants/[tenantId]/templates/[templateId]/runs': tenantsBytenantIdTemplatesBytemplateIdRuns,
  '/v1/tenants': tenants,
  '/v1/triggers/[name]': triggersByname,
  '/v1/triggers': triggers,
  '/v1/usage': usage,
  '/v1/verify': verify,
  '/v1/whoami': whoami,
}
