import { engineJsonRoute, engineRoute } from '@/lib/http/answers/engine'
import { tenantDetail } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'
import { deleteTenant, updateTenant } from '@/lib/services/engine/operations'

export const GET = route(tenantDetail)
export const PATCH = engineJsonRoute(updateTenant)
export const DELETE = engineRoute(deleteTenant)
export const { HEAD, POST, PUT, OPTIONS } = others('GET,HEAD,PATCH,DELETE', GET)
