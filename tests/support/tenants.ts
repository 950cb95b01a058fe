import type { ConnectionRecord, ConnectSession } from '@/lib/contract/records/connections'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import { at } from './clock'

/** A valid tenant; override what matters. */
export const aTenant = (more: Partial<TenantRecord> = {}): TenantRecord => ({
  id: 'acme',
  limits: {},
  suspended: false,
  created_at: at('2026-11-18T08:18:39.321338625Z'),
  updated_at: at('2026-11-18T08:18:39.321338625Z'),
  created_by: 'root-admin',
  ...more,
})

export const aConnection = (more: Partial<ConnectionRecord> = {}): ConnectionRecord => ({
  tenant: 'acme',
  name: 'api',
  provider_type: 'static',
  sealed: 'RkNUMQ==',
  status: 'active',
  created_at: at('2026-11-18T08:18:39.337421418Z'),
  updated_at: at('2026-11-18T08:18:39.337421418Z'),
  updated_by: 'ops-one',
  ...more,
})

export const aSession = (more: Partial<ConnectSession> = {}): ConnectSession => ({
  state: '89b24eebcaa5411c8f1079aea707dd1b1fb34fdb241a47e8b3efe318090d517b',
  tenant: 'acme',
  provider: 'crm-cloud',
  connection: 'crm',
  redirect: 'https://app.example/done?x=1',
  sealed_verifier: 'RkNUMQ==',
  created_by: 'ops-one',
  created_at: at('2026-11-30T12:00:00Z'),
  expires_at: at('2026-11-30T12:10:00Z'),
  ...more,
})
