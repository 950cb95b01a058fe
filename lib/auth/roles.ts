import { PERMISSIONS, type Permission } from './permissions'

/** Lowest first: each may do what the one before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof ROLES)[number]

const VIEWER: readonly Permission[] = [
  'run_read',
  'schema_read',
  'dlq_read',
  'catalog_read',
  'template_read',
  'local_output_read',
  'identity',
  'plan',
  'usage_read',
  'change_read',
  'status_read',
  'tenant_read',
]
const OPERATOR: readonly Permission[] = [
  ...VIEWER,
  'run_write',
  'doctor',
  'trigger_fire',
  'dlq_manage',
  'local_output_manage',
  'catalog_annotate',
  'change_request',
  'change_approve',
  'connection_manage',
]
const GRANTED: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(VIEWER),
  operator: new Set(OPERATOR),
  admin: new Set(PERMISSIONS),
}

/** The one table: verbs refuse by it, components leave buttons out by it. */
export const can = (role: Role, permission: Permission): boolean => GRANTED[role].has(permission)

/** What a role may do, in declaration order. */
export const permissionsOf = (role: Role): Permission[] => PERMISSIONS.filter((permission) => can(role, permission))
