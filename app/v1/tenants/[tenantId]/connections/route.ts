import { connectionCreated, connectionList } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'

export const GET = route(connectionList)
export const POST = route(connectionCreated)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD,POST', GET)
