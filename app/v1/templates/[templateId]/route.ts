import { templateDeleted, templateDetail } from '@/lib/http/answers/templates'
import { others, route } from '@/lib/http/route'

export const GET = route(templateDetail)
export const DELETE = route(templateDeleted)
export const { HEAD, POST, PUT, PATCH, OPTIONS } = others('GET,HEAD,DELETE', GET)
