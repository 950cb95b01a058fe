import { engineRoute } from '@/lib/http/answers/engine'
import { tenantDeleted, tenantDetail, tenantUpdated } from '@/lib/http/answers/tenants'
import { whereEngine } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { deleteTenant } from '@/lib/services/engine/operations'

export const GET = route(tenantDetail)
export const PATCH = route(tenantUpdated)
export const DELETE = whereEngine(engineRoute(deleteTenant), route(tenantDeleted))
export const { HEAD, POST, PUT, OPTIONS } = others('GET,HEAD,PATCH,DELETE', GET)
