import { engineJsonRoute } from '@/lib/http/answers/engine'
import { runList } from '@/lib/http/answers/runs'
import { others, route } from '@/lib/http/route'
import { submitRun } from '@/lib/services/engine/operations'

export const GET = route(runList)
export const POST = engineJsonRoute(submitRun)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
