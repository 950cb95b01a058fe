import { engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { listSchemas } from '@/lib/services/engine/operations'

export const GET = engineRoute(listSchemas)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
