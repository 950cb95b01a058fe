import { engineJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { submitRun } from '@/lib/services/engine/operations'

export const POST = engineJsonRoute(submitRun)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
