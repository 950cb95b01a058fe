import { engineJsonRoute, engineRoute } from '@/lib/http/answers/engine'
import { connectionDetail } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'
import { deleteConnection, saveConnection } from '@/lib/services/engine/operations'

export const GET = route(connectionDetail)
export const PUT = engineJsonRoute(saveConnection)
export const DELETE = engineRoute(deleteConnection)
export const { HEAD, POST, PATCH, OPTIONS } = others('GET,HEAD,PUT,DELETE', GET)
