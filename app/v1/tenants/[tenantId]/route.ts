import { tenantDeleted, tenantDetail, tenantUpdated } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'

export const GET = route(tenantDetail)
export const PATCH = route(tenantUpdated)
export const DELETE = route(tenantDeleted)
export const { HEAD, POST, PUT, OPTIONS } = others('GET,HEAD,PATCH,DELETE', GET)
