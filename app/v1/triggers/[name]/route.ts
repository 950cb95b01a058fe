import { engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { fireTrigger } from '@/lib/services/engine/operations'

export const POST = engineRoute(fireTrigger)
export const PUT = engineRoute(fireTrigger)
export const { GET, HEAD, PATCH, DELETE, OPTIONS } = others('POST,PUT')
