import { engineJsonRoute } from '@/lib/http/answers/engine'
import { templateList } from '@/lib/http/answers/templates'
import { others, route } from '@/lib/http/route'
import { registerTemplate } from '@/lib/services/engine/operations'

export const GET = route(templateList)
export const POST = engineJsonRoute(registerTemplate)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
