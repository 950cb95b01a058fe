import { engineJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { replayDlq } from '@/lib/services/engine/operations'

export const POST = engineJsonRoute(replayDlq)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
