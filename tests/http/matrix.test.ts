import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERMISSIONS } from '@/lib/auth/permissions'
import { can, ROLES, type Role } from '@/lib/auth/roles'
import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Runtime } from '@/lib/runtime/runtime'
import { API_ROUTES, type ApiRoute, LATER_ROUTES, LOWEST_ROLE } from '../support/api-routes'
import { ask, findRoute, ROUTE_FOLDERS } from '../support/app-router'
import { startRuntime } from '../support/runtime'

const RUN = '01a22c90-eac7-7605-88cd-8373574deb99'
/** A principal of each role, free and confined to acme. */
const CALLERS: readonly { token: string; name: string; role: Role; tenant: string | null }[] = [
  { token: 'tok-viewer-one', name: 'viewer-one', role: 'viewer', tenant: null },
  { token: 'tok-ops-one', name: 'ops-one', role: 'operator', tenant: null },
  { token: 'tok-root-admin', name: 'root-admin', role: 'admin', tenant: null },
  { token: 'tok-tenant-a-view', name: 'tenant-a-view', role: 'viewer', tenant: 'acme' },
  { token: 'tok-tenant-a-app', name: 'tenant-a-app', role: 'operator', tenant: 'acme' },
  { token: 'tok-tenant-a-boss', name: 'tenant-a-boss', role: 'admin', tenant: 'acme' },
]

/** Does its path list the method? It says so to anybody. */
async function isServed({ method, path }: ApiRoute): Promise<boolean> {
  const answer = await ask(new Request(`http://127.0.0.1${path.replace('{run}', RUN)}`, { method: 'OPTIONS' }))
  return answer?.headers.get('allow')?.split(',').includes(method) ?? false
}
const served = await Promise.all(LATER_ROUTES.map(isServed))
const ROUTES = [...API_ROUTES, ...LATER_ROUTES.filter((_, at) => served[at])]

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime('')
})
afterAll(() => runtime.close())

async function call(method: string, path: string, token: string | null) {
  const before = new Set((await rows()).map(({ id }) => id))
  const headers = new Headers(token === null ? [] : [['authorization', `Bearer ${token}`]])
  const url = `http://127.0.0.1${path.replace('{run}', RUN).replace('{tenant}', 'acme')}`
  const response = await ask(new Request(url, { method, headers }))
  if (response === null) throw new Error(`${path} has no route`)
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  const body = isStream ? '' : await response.text()
  const filed = (await rows()).filter(({ id, result }) => !before.has(id) && result === 'denied')
  return { status: response.status, body, allow: response.headers.get('allow'), filed }
}
const rows = (): Promise<AuditEntry[]> => runtime.deps.audit.list({ limit: 20 })

const mayBy = (role: Role, permission: string): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(LOWEST_ROLE[permission] ?? 'admin')

describe('roles', () => {
  it.each(PERMISSIONS)('%s is held from the lowest role that has it', (permission) => {
    expect(ROLES.filter((role) => can(role, permission))).toEqual(ROLES.filter((role) => mayBy(role, permission)))
  })
})

describe.each(CALLERS)('$name ($role, tenant $tenant)', ({ token, name, role, tenant }) => {
  it.each(ROUTES)('$method $path: $permission', async ({ method, path, permission, label, confined }) => {
    const { status, body, filed } = await call(method, path, token)
    const row = {
      principal: name,
      role,
      action: label,
      result: 'denied',
      source_ip: '127.0.0.1',
      ...(tenant !== null && { tenant }),
    }
    if (!mayBy(role, permission)) {
      expect(status).toBe(403)
      expect(body).toContain(`principal '${name}' (role ${role}) is not permitted to perform this action`)
      expect(filed).toMatchObject([{ ...row, ...(path.includes('{run}') && { run_id: RUN }) }])
    } else if (tenant !== null && !confined) {
      expect(status).toBe(403)
      expect(body).toContain(`principal '${name}' is confined to tenant '${tenant}' and may not perform this action`)
      expect(filed).toMatchObject([row])
      expect(filed[0]).not.toHaveProperty('run_id')
    } else {
      expect([401, 403, 405]).not.toContain(status)
      expect(filed).toEqual([])
    }
  })
})

describe('another tenant’s address', () => {
  const paths = ROUTES.filter(({ path }) => path.includes('{tenant}'))
  it.each(paths)('$method $path does not exist for a confined admin', async ({ method, path }) => {
    const { status, body, filed } = await call(method, path.replace('{tenant}', 'globex'), 'tok-tenant-a-boss')
    expect([status, filed]).toEqual([404, []])
    expect(body).toBe('{"error":{"code":"not_found","message":"not found"}}')
  })
})

describe('without a token', () => {
  it.each(ROUTES)('$method $path is 401 and files nothing', async ({ method, path }) => {
    for (const token of [null, 'wrong']) {
      const { status, body, filed } = await call(method, path, token)
      expect([status, filed]).toEqual([401, []])
      expect(body).toBe('{"error":{"code":"unauthorized","message":"missing or invalid bearer token"}}')
    }
  })
})

const PATHS = [...new Set(ROUTES.map(({ path }) => path))]
const methodsOf = (path: string): string[] => ROUTES.filter((one) => one.path === path).map(({ method }) => method)

describe('methods that a path does not have', () => {
  it.each(PATHS)('%s asks for the token first, then tells only an admin who sees everything', async (path) => {
    const has = methodsOf(path)
    const allowed = [...has, ...(has.includes('GET') ? ['HEAD'] : [])].sort()
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !has.includes(one))) {
      const nobody = await call(method, path, null)
      expect([nobody.status, nobody.allow?.split(',').sort()]).toEqual([401, allowed])
      for (const token of ['tok-viewer-one', 'tok-ops-one', 'tok-tenant-a-boss']) {
        const refused = await call(method, path, token)
        expect([refused.status, refused.allow?.split(',').sort()]).toEqual([403, allowed])
        expect(refused.filed).toMatchObject([{ action: 'unknown', result: 'denied' }])
      }
      const admin = await call(method, path, 'tok-root-admin')
      expect([admin.status, admin.body, admin.allow?.split(',').sort()]).toEqual([405, '', allowed])
      expect(admin.filed).toEqual([])
    }
    const open = await call('OPTIONS', path, null)
    expect([open.status, open.body, open.allow?.split(',').sort()]).toEqual([200, '', allowed])
  })

  it.each(PATHS.filter((path) => methodsOf(path).includes('GET')))('HEAD %s is for that admin alone', async (path) => {
    expect((await call('HEAD', path, null)).status).toBe(401)
    const viewer = await call('HEAD', path, 'tok-viewer-one')
    expect([viewer.status, viewer.body]).toEqual([403, ''])
    expect(viewer.filed).toMatchObject([{ action: 'unknown', result: 'denied' }])
    const admin = await call('HEAD', path, 'tok-root-admin')
    expect([admin.status, admin.body]).toEqual([(await call('GET', path, 'tok-root-admin')).status, ''])
  })
})

describe('the list of routes', () => {
  const folderOf = (path: string) =>
    findRoute(path.replace('{run}', RUN).replace('{tenant}', 'acme'))?.file.split('/app/')[1]

  it('has a file for each, and none is caught by the path that does not exist', () => {
    expect(PATHS.map(folderOf).filter((file) => file === undefined || file.includes('[[...rest]]'))).toEqual([])
  })

  it('names every file there is', () => {
    const known = new Set(PATHS.map(folderOf))
    const unknown = ROUTE_FOLDERS.filter((folder) => folder.startsWith('v1/') && !known.has(`${folder}/route.ts`))
    expect(unknown.filter((folder) => !BESIDE.has(folder))).toEqual([])
  })
})

/** Files that no row of the table leads to: the path that does not exist, what is public, what only an engine has. */
const BESIDE: ReadonlySet<string> = new Set([
  'v1/[[...rest]]',
  'v1/connect/callback',
  'v1/templates/sync',
  'v1/templates/[templateId]/versions/[version]/test',
])
