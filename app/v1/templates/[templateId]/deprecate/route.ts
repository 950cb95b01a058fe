import { templateDeprecated } from '@/lib/http/answers/templates'
import { others, route } from '@/lib/http/route'

export const POST = route(templateDeprecated)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
