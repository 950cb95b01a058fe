import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { type ConnectionRecord, ConnectionView } from '@/lib/contract/records/connections'
import { TenantRecord } from '@/lib/contract/records/tenants'
import type { Stored } from '@/lib/contract/stored'
import { TENANT_MASK } from '@/lib/derive/mask'
import {
  CreateConnectionBody,
  CreateTenantBody,
  ReplaceConnectionBody,
  UpdateTenantBody,
} from '@/lib/derive/tenant-requests'
import { createTenant } from '@/lib/services/tenants/create-tenant'
import { deleteConnection } from '@/lib/services/tenants/delete-connection'
import { type DeleteReport, deleteTenant } from '@/lib/services/tenants/delete-tenant'
import { getConnection } from '@/lib/services/tenants/get-connection'
import { getTenant } from '@/lib/services/tenants/get-tenant'
import type { TenantView } from '@/lib/services/tenants/internal'
import { listConnections } from '@/lib/services/tenants/list-connections'
import { listProviders } from '@/lib/services/tenants/list-providers'
import { listTenants } from '@/lib/services/tenants/list-tenants'
import { saveConnection } from '@/lib/services/tenants/save-connection'
import { updateTenant } from '@/lib/services/tenants/update-tenant'
import { checked } from '../checked-body'
import { extend, item, json, NO_CONTENT, printPlain, type View } from './list'

/** Raw text of a tenant or a connection could hold what they keep secret: nobody gets it. */
const TENANT: View = { mask: TENANT_MASK, schema: TenantRecord, seesRaw: false }

function connectionText(row: Stored<ConnectionRecord>): string {
  const read = row.read()
  if (read.ok) return printPlain(ConnectionView.decode(read.record))
  const { name, status, updated_at } = row.columns
  return writeJson({ name, status, updated_at, unreadable: true, reason: read.reason })
}

const connectionTexts = (rows: readonly Stored<ConnectionRecord>[]): string => `[${rows.map(connectionText).join(',')}]`

function tenantText({ tenant, connections, active_runs, notifications }: TenantView): string {
  // Rules that were sealed are shown as others are: without their targets.
  const rules = notifications === undefined ? null : TENANT_MASK['notifications']?.(writeJson(notifications))
  return extend(item(tenant, TENANT), {
    ...(typeof rules === 'string' && { notifications: rules }),
    connections: connectionTexts(connections),
    active_runs: String(active_runs),
  })
}

export const tenantList = {
  run: listTenants,
  answer: (views: TenantView[]) => json(`[${views.map(tenantText).join(',')}]`),
}
export const tenantDetail = { run: getTenant, answer: (view: TenantView) => json(tenantText(view)) }
export const connectionList = {
  run: listConnections,
  answer: (rows: Stored<ConnectionRecord>[]) => json(connectionTexts(rows)),
}
export const connectionDetail = {
  run: getConnection,
  answer: (row: Stored<ConnectionRecord>) => json(connectionText(row)),
}
export const providerList = {
  run: listProviders,
  answer: (providers: readonly { name: string; scopes: readonly string[] }[]) => json(printPlain(providers)),
}

export const tenantCreated = {
  run: createTenant,
  input: checked(CreateTenantBody),
  answer: (view: TenantView) => json(tenantText(view), 201),
}
export const tenantUpdated = {
  run: updateTenant,
  input: checked(UpdateTenantBody),
  answer: ({ view }: { view: TenantView }) => json(tenantText(view)),
}
export const tenantDeleted = { run: deleteTenant, answer: (report: DeleteReport) => json(writeJson(report)) }
export const connectionCreated = {
  run: saveConnection,
  input: checked(CreateConnectionBody, { must_be_new: true }),
  answer: (row: Stored<ConnectionRecord>) => json(connectionText(row), 201),
}
export const connectionReplaced = {
  run: saveConnection,
  input: checked(ReplaceConnectionBody),
  answer: (row: Stored<ConnectionRecord>) => json(connectionText(row)),
}
export const connectionDeleted = { run: deleteConnection, answer: () => NO_CONTENT }
