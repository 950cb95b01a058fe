import { tenantCreated, tenantList } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'

export const GET = route(tenantList)
export const POST = route(tenantCreated)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
