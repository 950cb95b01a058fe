import { engineTextRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { fireTrigger } from '@/lib/services/engine/operations'

export const POST = engineTextRoute(fireTrigger)
export const PUT = engineTextRoute(fireTrigger)
export const { GET, HEAD, PATCH, DELETE, OPTIONS } = others('POST,PUT')
