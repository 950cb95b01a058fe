import { engineRoute } from '@/lib/http/answers/engine'
import { templateDetail } from '@/lib/http/answers/templates'
import { others, route } from '@/lib/http/route'
import { deleteTemplate } from '@/lib/services/engine/operations'

export const GET = route(templateDetail)
export const DELETE = engineRoute(deleteTemplate)
export const { HEAD, POST, PUT, PATCH, OPTIONS } = others('GET,HEAD,DELETE', GET)
