import { engineJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { doctor } from '@/lib/services/engine/operations'

export const POST = engineJsonRoute(doctor)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
