import { engineRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { deleteOutput } from '@/lib/services/engine/operations'

export const DELETE = engineRoute(deleteOutput)
export const { GET, HEAD, POST, PUT, PATCH, OPTIONS } = others('DELETE')
