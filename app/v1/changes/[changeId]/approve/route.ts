import { engineOptionalJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { approveChange } from '@/lib/services/engine/operations'

export const POST = engineOptionalJsonRoute(approveChange)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
