import 'server-only'
import type { JsonSchema } from './json-schema'
import { BOOLEAN, both, INSTANT, INTEGER, listOf, mapOf, NUMBER, object, orNull, ref, row, STRING } from './records'

/** What an answer that says yes holds: a status, and JSON, text, a stream, or nothing. */
export interface Yes {
  status: number
  content?: Readonly<Record<string, JsonSchema>>
}
const json = (schema: JsonSchema, status = 200): Yes => ({ status, content: { 'application/json': schema } })
const empty = (status: number): Yes => ({ status })
/** What only an engine knows. */
const ANYTHING: readonly Yes[] = [json({})]

const counts = { 'counts?': mapOf(INTEGER), 'counts_capped?': listOf(STRING), 'counted_to?': INSTANT }
const runPage = json(object({ runs: listOf(row('RunRecord')), 'next_cursor?': STRING, 'reached?': INSTANT, ...counts }))
const change = both(row('ChangeRequest'))
const submitted = json(
  object({
    'run_id?': STRING,
    status: STRING,
    'submitted_at?': INSTANT,
    'change_id?': STRING,
    'change?': row('ChangeRequest'),
  }),
  202,
)
const dataset = both(row('CatalogDataset'), {
  ...object({
    schema_timeline: listOf(row('CatalogSchemaVersion')),
    stats: listOf(object({ recorded_at: INSTANT, run_id: STRING, records: INTEGER })),
    upstream: listOf(row('CatalogLineageEdge')),
    downstream: listOf(row('CatalogLineageEdge')),
    'profile?': object({ latest: row('CatalogProfileRecord'), history: listOf(row('CatalogProfileRecord')) }),
  }),
})
const tenant = both(row('TenantRecord'), object({ connections: listOf(row('ConnectionView')), active_runs: INTEGER }))
const launched = json(
  object({ id: STRING, version: INTEGER, 'replaced?': INTEGER, already_launched: BOOLEAN, status: STRING }),
)
const summary = both(row('TemplateSummary'))
const bucket = (members: Readonly<Record<string, JsonSchema>>) => listOf(object({ bucket_start: INSTANT, ...members }))
const governed = {
  filtered: INTEGER,
  quarantined: INTEGER,
  dlq: INTEGER,
  coalesced: INTEGER,
  skipped: INTEGER,
  dropped: INTEGER,
}
const attention = (item: JsonSchema) => object({ count: INTEGER, more: BOOLEAN, items: listOf(item) })

/**
 * Method and path → the answers that say yes; a path is spelled as in the description. Errors are the same everywhere.
 */
export const ANSWERS: Readonly<Record<string, readonly Yes[]>> = {
  'GET /v1/whoami': [json(object({ principal: STRING, role: STRING, permissions: listOf(STRING), 'tenant?': STRING }))],
  'GET /v1/runs': [runPage],
  'POST /v1/runs': [submitted],
  'GET /v1/runs/{run_id}': [json(row('RunRecord'))],
  'DELETE /v1/runs/{run_id}': [empty(204)],
  'POST /v1/runs/{run_id}/cancel': [empty(202), empty(200)],
  'POST /v1/runs/{run_id}/rollback': ANYTHING,
  'GET /v1/runs/{run_id}/config': [json(object({ format: STRING, body: STRING, redacted: BOOLEAN }))],
  'GET /v1/runs/{run_id}/logs': [
    { status: 200, content: { 'application/x-ndjson': STRING, 'text/plain': STRING, 'text/event-stream': STRING } },
  ],
  'GET /v1/overview': [
    json(
      object({
        since: INSTANT,
        until: INSTANT,
        bucket: { type: 'string', enum: ['hour', 'day'] },
        runs: object({
          total: INTEGER,
          by_status: mapOf(INTEGER),
          series: bucket({ succeeded: INTEGER, failed: INTEGER, cancelled: INTEGER }),
          failure_rate_by_pipeline: listOf(object({ pipeline: STRING, runs: INTEGER, failed: INTEGER, rate: NUMBER })),
          slowest: listOf(object({ pipeline: STRING, p95_ms: INTEGER, runs: INTEGER })),
          duration_sample: object({ invocations: INTEGER, truncated: BOOLEAN }),
          queued: INTEGER,
          running: INTEGER,
        }),
        records: object({
          total: INTEGER,
          series: bucket({ written: INTEGER }),
          top_pipelines: listOf(object({ pipeline: STRING, written: INTEGER })),
        }),
        governance: object({
          totals: object(governed),
          series: bucket(governed),
          'invocations_not_recorded?': INTEGER,
        }),
        'cost?': object({
          currency: STRING,
          invocations: INTEGER,
          estimated: NUMBER,
          hosted_equivalent: NUMBER,
          series: bucket({ estimated: NUMBER, hosted_equivalent: NUMBER }),
          by_pipeline: listOf(object({ pipeline: STRING, estimated: NUMBER })),
          'other_currencies?': listOf(STRING),
          'truncated?': BOOLEAN,
        }),
        'freshness?': object({
          datasets: INTEGER,
          stale_before: INSTANT,
          stale_count: INTEGER,
          stale: listOf(object({ id: STRING, uri: STRING, pipeline: STRING, last_success: INSTANT })),
          schema_changed_count: INTEGER,
          schema_changed: listOf(object({ id: STRING, uri: STRING, changes: INTEGER, last_changed: INSTANT })),
          'truncated?': BOOLEAN,
        }),
        attention: object({
          'pending_changes?': attention(
            object({ id: STRING, kind: STRING, requester: STRING, created_at: INSTANT, expires_at: INSTANT }),
          ),
          'failing_templates?': attention(
            object({ id: STRING, version: INTEGER, recorded_at: INSTANT, failed_cases: INTEGER }),
          ),
          'connections_needing_reauth?': attention(object({ tenant: STRING, name: STRING, 'reason?': STRING })),
        }),
        'reached?': INSTANT,
      }),
    ),
  ],
  'GET /v1/audit': [json(object({ entries: listOf(ref('AuditEntry')), 'next_before?': STRING }))],
  'GET /v1/audit/{entry_id}': [json(ref('AuditEntry'))],
  'GET /v1/usage': [json(object({ report: ref('UsageReport'), 'records?': listOf(row('UsageRecord')) }))],
  'GET /v1/schemas': ANYTHING,
  'GET /v1/schemas/{kind}/{name}': ANYTHING,
  'POST /v1/doctor': ANYTHING,
  'POST /v1/verify': ANYTHING,
  'POST /v1/plan': ANYTHING,
  'POST /v1/backfill': [json({}, 202)],
  'POST /v1/dlq/inspect': ANYTHING,
  'POST /v1/dlq/replay': ANYTHING,
  'POST /v1/dlq/discard': ANYTHING,
  'POST /v1/reload': ANYTHING,
  'GET /v1/status': ANYTHING,
  'POST /v1/status': ANYTHING,
  'GET /v1/mirror/{name}': ANYTHING,
  'POST /v1/mirror/{name}': ANYTHING,
  'GET /v1/state/{pipeline}/{row}': ANYTHING,
  'PUT /v1/state/{pipeline}/{row}': ANYTHING,
  'DELETE /v1/state/{pipeline}/{row}': ANYTHING,
  'GET /v1/changes': [json(listOf(change))],
  'POST /v1/changes': [json(change, 201)],
  'GET /v1/changes/counts': [json(object({ counts: mapOf(INTEGER), 'counted?': INTEGER }))],
  'GET /v1/changes/{change_id}': [json(change)],
  'POST /v1/changes/{change_id}/approve': [json(change)],
  'POST /v1/changes/{change_id}/reject': [json(change)],
  'GET /v1/triggers': [json(object({ triggers: listOf({ type: 'object' }), 'observed?': listOf({ type: 'object' }) }))],
  'POST /v1/triggers/{name}': [json({}, 202), json({}, 200)],
  'PUT /v1/triggers/{name}': [json({}, 202), json({}, 200)],
  'GET /v1/catalog/datasets': [
    json(
      object({
        datasets: listOf(row('CatalogDataset')),
        'next_cursor?': STRING,
        'total?': INTEGER,
        'total_capped?': BOOLEAN,
      }),
    ),
  ],
  'GET /v1/catalog/datasets/{dataset_id}': [json(dataset)],
  'POST /v1/catalog/datasets/{dataset_id}/consumers': [json(dataset)],
  'GET /v1/catalog/lineage': [json(object({ edges: listOf(row('CatalogLineageEdge')) }))],
  'GET /v1/local-outputs': [
    json(
      object({
        outputs: listOf(
          both(
            row('LocalOutputRecord'),
            object({ 'state?': STRING, 'age_secs?': NUMBER, 'retention_days_effective?': orNull(INTEGER) }),
          ),
        ),
        retention_days: INTEGER,
        gc_enabled: BOOLEAN,
        can_manage: BOOLEAN,
        preview_enabled: BOOLEAN,
        preview_default_rows: orNull(INTEGER),
        preview_max_rows: orNull(INTEGER),
      }),
    ),
  ],
  'DELETE /v1/local-outputs/{output_id}': ANYTHING,
  'POST /v1/local-outputs/cleanup': ANYTHING,
  'GET /v1/local-outputs/{output_id}/preview': ANYTHING,
  'GET /v1/templates': [
    json(object({ templates: listOf(both(summary, object({ state: ref('TemplateState') }))), 'sync?': {} })),
  ],
  'POST /v1/templates': [json(summary, 201)],
  'GET /v1/templates/matrix': ANYTHING,
  'POST /v1/templates/sync': ANYTHING,
  'GET /v1/templates/{template_id}': [
    json(
      both(
        row('TemplateRecord'),
        ref('TemplateState'),
        object({ is_stable: BOOLEAN, launches: listOf(ref('LaunchRecord')), 'body_withheld?': BOOLEAN }),
      ),
    ),
  ],
  'DELETE /v1/templates/{template_id}': [empty(204)],
  'GET /v1/templates/{template_id}/runs': [runPage],
  'POST /v1/templates/{template_id}/runs': [json({}, 202)],
  'GET /v1/templates/{template_id}/rows': ANYTHING,
  'POST /v1/templates/{template_id}/tags': [json(object({ id: STRING, tag: STRING, version: INTEGER }))],
  'POST /v1/templates/{template_id}/launch': [launched],
  'POST /v1/templates/{template_id}/rollback': [launched],
  'POST /v1/templates/{template_id}/deprecate': [json(object({ id: STRING, status: STRING }))],
  'POST /v1/templates/{template_id}/versions/{version}/deprecate': [
    json(object({ id: STRING, version: INTEGER, deprecated: BOOLEAN })),
  ],
  'POST /v1/templates/{template_id}/versions/{version}/test': ANYTHING,
  'GET /v1/templates/{template_id}/versions/{version}/tests': [
    json(
      object({
        version: INTEGER,
        has_tests: BOOLEAN,
        status: STRING,
        'reason?': STRING,
        'failing?': listOf(STRING),
        'result_at?': INSTANT,
        'evidence?': STRING,
        results: listOf({ type: 'object' }),
      }),
    ),
  ],
  'POST /v1/templates/{template_id}/publish': ANYTHING,
  'POST /v1/templates/{template_id}/fanout': ANYTHING,
  'GET /v1/tenants': [json(listOf(tenant))],
  'POST /v1/tenants': [json(tenant, 201)],
  'GET /v1/tenants/{tenant}': [json(tenant)],
  'PATCH /v1/tenants/{tenant}': [json(tenant)],
  'DELETE /v1/tenants/{tenant}': [json({ type: 'object' })],
  'GET /v1/tenants/{tenant}/connections': [json(listOf(row('ConnectionView')))],
  'POST /v1/tenants/{tenant}/connections': [json(row('ConnectionView'), 201)],
  'GET /v1/tenants/{tenant}/connections/{name}': [json(row('ConnectionView'))],
  'PUT /v1/tenants/{tenant}/connections/{name}': [json(row('ConnectionView'))],
  'DELETE /v1/tenants/{tenant}/connections/{name}': [empty(204)],
  'POST /v1/tenants/{tenant}/connect/{provider}': [json(object({ authorize_url: STRING, expires_at: INSTANT }))],
  'POST /v1/tenants/{tenant}/runs': [submitted],
  'POST /v1/tenants/{tenant}/templates/{template_id}/runs': [json({}, 202)],
  'GET /v1/connect/providers': [json(listOf(object({ name: STRING, scopes: listOf(STRING) })))],
}

/** What nobody is asked for a token at. */
export const PUBLIC_PATHS = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/v1/connect/callback'] as const

/** Query parameters that go on to an engine as they are. */
export const ENGINE_PARAMS: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/status': ['config', 'template', 'config_format', 'version', 'sink', 'row', 'probe'],
  'GET /v1/mirror/{name}': ['config', 'template', 'config_format', 'version', 'sink', 'row'],
  'GET /v1/state/{pipeline}/{row}': ['config', 'template', 'config_format', 'version', 'sink'],
  'DELETE /v1/state/{pipeline}/{row}': [
    ...['config', 'template', 'config_format', 'version', 'sink', 'parent_key', 'include_markers', 'rewind_token'],
    ...['dry_run', 'force', 'skip_watermark_check'],
  ],
  'GET /v1/local-outputs/{output_id}/preview': ['row_count_to_load'],
  'GET /v1/templates/{template_id}/rows': [
    ...['version', 'sink', 'sink_version', 'overlay', 'overlay_version', 'select', 'only', 'skip', 'tags', 'status'],
    ...['include_parents', 'state'],
  ],
}
