import { engineJsonRoute, engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { getState, resetState, setState } from '@/lib/services/engine/operations'

export const GET = engineRoute(getState)
export const PUT = engineJsonRoute(setState)
export const DELETE = engineRoute(resetState)
export const { HEAD, POST, PATCH, OPTIONS } = others('GET,HEAD,PUT,DELETE', GET)
