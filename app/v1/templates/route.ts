import { engineJsonRoute } from '@/lib/http/answers/engine'
import { templateList, templateRegistered } from '@/lib/http/answers/templates'
import { besideLaterEngines } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { registerTemplate } from '@/lib/services/engine/operations'

export const GET = route(templateList)
export const POST = besideLaterEngines(engineJsonRoute(registerTemplate), route(templateRegistered))
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
