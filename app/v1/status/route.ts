import { engineJsonRoute, engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { pipelineStatus } from '@/lib/services/engine/operations'

export const GET = engineRoute(pipelineStatus)
export const POST = engineJsonRoute(pipelineStatus)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD,POST', GET)
