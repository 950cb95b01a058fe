import { connectionDeleted, connectionDetail, connectionReplaced } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'

export const GET = route(connectionDetail)
export const PUT = route(connectionReplaced)
export const DELETE = route(connectionDeleted)
export const { HEAD, POST, PATCH, OPTIONS } = others('GET,HEAD,PUT,DELETE', GET)
