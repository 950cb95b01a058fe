import { engineJsonRoute } from '@/lib/http/answers/engine'
import { connectionList } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'
import { saveConnection } from '@/lib/services/engine/operations'

export const GET = route(connectionList)
export const POST = engineJsonRoute(saveConnection)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD,POST', GET)
