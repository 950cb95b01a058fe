import { engineRoute } from '@/lib/http/answers/engine'
import { templateDeleted, templateDetail } from '@/lib/http/answers/templates'
import { besideLaterEngines } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { deleteTemplate } from '@/lib/services/engine/operations'

export const GET = route(templateDetail)
export const DELETE = besideLaterEngines(engineRoute(deleteTemplate), route(templateDeleted))
export const { HEAD, POST, PUT, PATCH, OPTIONS } = others('GET,HEAD,DELETE', GET)
