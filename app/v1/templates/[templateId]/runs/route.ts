import { engineJsonRoute } from '@/lib/http/answers/engine'
import { templateRuns } from '@/lib/http/answers/template-runs'
import { others, route } from '@/lib/http/route'
import { runTemplate } from '@/lib/services/engine/operations'

export const GET = route(templateRuns)
export const POST = engineJsonRoute(runTemplate)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
