import { engineJsonRoute } from '@/lib/http/answers/engine'
import { tenantList } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'
import { createTenant } from '@/lib/services/engine/operations'

export const GET = route(tenantList)
export const POST = engineJsonRoute(createTenant)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
