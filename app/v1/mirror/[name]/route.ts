import { engineJsonRoute, engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { mirrorStatus } from '@/lib/services/engine/operations'

export const GET = engineRoute(mirrorStatus)
export const POST = engineJsonRoute(mirrorStatus)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD,POST', GET)
