import type { Json } from '@/lib/contract/json'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import type { TemplateDraft } from '@/lib/contract/records/templates'
import { approvalPayload, SubmitRunBody } from '@/lib/derive/run-requests'
import { DEMO_PIPELINES, demoConfig, demoPipeline } from './pipelines'
import { ago, type DemoPast } from './world'

const DAY = 1_440

/** Tenants, templates, datasets, changes and the trail of who did it, so that no page of a demo is empty. */
export async function fillRegistries(past: DemoPast): Promise<void> {
  await fillTenants(past)
  await fillTemplates(past)
  await fillCatalog(past)
  await fillChanges(past)
}

async function fillTenants(past: DemoPast): Promise<void> {
  const made = { created_at: ago(past, 9 * DAY), updated_at: ago(past, 3 * DAY), created_by: 'ana' }
  const { tenants } = past.store
  await tenants.upsert({ ...made, id: 'acme', name: 'Acme', limits: { max_concurrent_runs: 4 }, suspended: false })
  await tenants.upsert({
    ...made,
    id: 'globex',
    name: 'Globex',
    limits: { max_records_per_run: 50_000 },
    suspended: false,
  })
  await tenants.upsert({ ...made, id: 'initech', name: 'Initech', limits: {}, suspended: true })
  for (const id of ['acme', 'globex', 'initech'])
    await file(past, 9 * DAY, 'ana', 'admin', 'tenant.create', { tenant: id })
}

const CRM = `# Made up for the demo. Nothing reads it.
version: 1
name: crm_contacts
params:
  region: { type: string, default: eu, description: Which region is exported }
pipeline:
  source: { type: rest, config: { url: "https://crm.example/contacts?region=\${param.region}" } }
  sink: { type: jsonl, config: { path: ./out/crm.jsonl } }
`

async function fillTemplates(past: DemoPast): Promise<void> {
  const { templates } = past.store
  const draft = (more: Pick<TemplateDraft, 'id' | 'body'> & Partial<TemplateDraft>): TemplateDraft => ({
    ...{ kind: 'pipeline', format: 'yaml', created_by: 'ana' },
    ...more,
    params: more.params ?? {},
  })
  const region = {
    type: 'string' as const,
    required: false,
    default: 'eu',
    secret: false,
    description: 'Which region is exported',
  }
  const crm = {
    id: 'crm_export',
    name: 'CRM export',
    description: 'Contacts of one region as lines of JSON.',
    params: { region },
  }
  await templates.register(draft({ ...crm, body: CRM.replace('out/crm', 'out/contacts') }))
  await templates.register(draft({ ...crm, body: CRM }))
  await templates.register(draft({ ...crm, body: `${CRM}# v3 waits for somebody to launch it\n`, created_by: 'ben' }))
  await templates.launch('crm_export', 1, 'ana')
  await templates.launch('crm_export', 2, 'ana')
  await templates.setTag('crm_export', 'canary', 3)
  const orders = demoPipeline('orders_to_warehouse')
  await templates.register(
    draft({
      id: 'orders_daily',
      name: 'Orders, daily',
      description: 'Orders of a day into the warehouse.',
      body: demoConfig(orders),
    }),
  )
  await templates.launch('orders_daily', 1, 'ben')
  await templates.register(
    draft({ id: 'fx_legacy', name: 'FX rates (old)', body: demoConfig(demoPipeline('fx_rates')) }),
  )
  await templates.launch('fx_legacy', 1, 'ben')
  await templates.setDeprecation('fx_legacy', {
    deprecated_at: ago(past, 2 * DAY),
    deprecated_by: 'ana',
    reason: 'fx_rates runs by itself',
  })
  await templates.register(
    draft({
      id: 'stock_draft',
      description: 'Not launched yet.',
      body: demoConfig(demoPipeline('inventory_snapshot')),
    }),
  )
  await file(past, 6 * DAY, 'ana', 'admin', 'template.launch', { config_fingerprint: 'crm_export@2' })
  await file(past, 2 * DAY, 'ana', 'admin', 'template.deprecate', { config_fingerprint: 'fx_legacy' })
}

const schemaOf = (columns: Record<string, string>): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, { type }])),
})

/** What each pipeline reads and writes; one reads what two others wrote. */
async function fillCatalog(past: DemoPast): Promise<void> {
  const { catalog, outputs } = past.store
  for (const [index, pipeline] of DEMO_PIPELINES.entries()) {
    const { name, source, sink, reads, writes, columns, rows } = pipeline
    for (const [back, more] of [
      [5 * DAY, {}],
      [DAY, index % 3 === 0 ? { updated_at: 'string' } : {}],
      [40 + index * 7, index % 3 === 0 ? { updated_at: 'string' } : {}],
    ] as const) {
      const schema = schemaOf({ ...columns, ...more })
      await catalog.record({
        ...{
          run_id: past.newId(past.nowMs - back * 60_000),
          pipeline: name,
          row: 'row-0',
          recorded_at: ago(past, back),
        },
        sources: reads.map((uri) => ({
          uri,
          kind: uri.startsWith('s3:') ? 'parquet' : source,
          role: 'source',
          schema,
          records: rows,
        })),
        sink: { uri: writes, kind: sink, role: 'sink', schema, records: rows },
        column_lineage: { fields: Object.fromEntries(Object.keys(columns).map((column) => [column, [column]])) },
      })
    }
  }
  const { rows } = await catalog.listDatasets({ q: 's3://lake/orders', limit: 1 })
  const id = rows[0]?.columns['id']
  if (id) {
    await catalog.annotate(id, {
      owners: ['team-commerce'],
      consumers: [
        {
          name: 'Board dashboard',
          kind: 'dashboard',
          contact: 'ana',
          columns: ['amount'],
          registered_by: 'ana',
          registered_at: ago(past, DAY),
        },
      ],
      replace_consumers: false,
    })
  }
  for (const pipeline of DEMO_PIPELINES.filter(({ sink }) => sink === 'jsonl')) {
    await outputs.record({
      ...{
        path: pipeline.writes.replace('file://', ''),
        dataset_uri: pipeline.writes,
        dataset_id: pipeline.name,
        kind: 'jsonl',
      },
      ...{
        pipeline: pipeline.name,
        row: 'row-0',
        run_id: past.newId(past.nowMs - 3_600_000),
        pre_existing: false,
        replaced: false,
      },
      observed_at: ago(past, 60),
    })
  }
}

async function fillChanges(past: DemoPast): Promise<void> {
  const change = (minutes: number, more: Partial<ChangeRequest>, pipeline = 'orders_to_warehouse'): ChangeRequest => ({
    ...{
      id: past.newId(past.nowMs - minutes * 60_000),
      kind: 'run',
      status: 'pending',
      requester: 'ben',
      requester_role: 'operator',
    },
    payload: approvalPayload(
      SubmitRunBody.parse({
        config: demoConfig(demoPipeline(pipeline)),
        name: pipeline,
        labels: { simulated: 'yes' },
        require_approval: true,
      }),
    ),
    ...{ required_approvals: 1, created_at: ago(past, minutes), updated_at: ago(past, minutes - 1) },
    expires_at: new Date(past.nowMs - (minutes - DAY) * 60_000).toISOString() as ChangeRequest['expires_at'],
    ...more,
  })
  const approvals = [{ principal: 'ana', role: 'admin' as const, at: ago(past, 170), comment: 'Looks right' }]
  const made = [
    change(12, { reason: 'Load the orders of Monday again: the warehouse was away' }),
    change(
      47,
      { reason: 'First load of the ledger for the audit', requester: 'ana', requester_role: 'admin' },
      'payments_ledger',
    ),
    change(
      180,
      {
        status: 'executed',
        approvals,
        reason: 'Snapshot before the count',
        run_id: past.newId(past.nowMs - 170 * 60_000),
      },
      'inventory_snapshot',
    ),
    change(
      400,
      {
        status: 'rejected',
        reason: 'Try it',
        rejection: { principal: 'ana', at: ago(past, 390), reason: 'Not during closing' },
      },
      'payments_ledger',
    ),
    change(3 * DAY, { status: 'expired', reason: 'Nobody looked in time' }, 'fx_rates'),
  ]
  for (const one of made) {
    await past.store.changes.upsert(one)
    await file(
      past,
      12,
      one.requester,
      one.requester_role,
      'change.requested',
      { config_fingerprint: one.id },
      one.created_at,
    )
  }
}

async function file(
  past: DemoPast,
  minutes: number,
  principal: string,
  role: string,
  action: string,
  more: object,
  timestamp = ago(past, minutes),
): Promise<void> {
  await past.store.audit.record({
    id: past.newId(Date.parse(timestamp)),
    timestamp,
    principal,
    role,
    action,
    result: 'ok',
    ...more,
  })
}
