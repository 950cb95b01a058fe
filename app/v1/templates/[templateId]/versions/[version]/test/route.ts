import { engineOptionalJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { testTemplate } from '@/lib/services/engine/operations'

export const POST = engineOptionalJsonRoute(testTemplate)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
