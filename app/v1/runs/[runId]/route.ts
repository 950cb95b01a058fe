import { engineRoute } from '@/lib/http/answers/engine'
import { runDetail } from '@/lib/http/answers/runs'
import { others, route } from '@/lib/http/route'
import { deleteRun } from '@/lib/services/engine/operations'

export const GET = route(runDetail)
export const DELETE = engineRoute(deleteRun)
export const { HEAD, POST, PUT, PATCH, OPTIONS } = others('GET,HEAD,DELETE', GET)
