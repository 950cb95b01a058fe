import { engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { cancelRun } from '@/lib/services/engine/operations'

export const POST = engineRoute(cancelRun)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
