import { engineJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { publishTemplate } from '@/lib/services/engine/operations'

export const POST = engineJsonRoute(publishTemplate)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
