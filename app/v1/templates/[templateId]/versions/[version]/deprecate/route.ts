import { versionDeprecated } from '@/lib/http/answers/templates'
import { others, route } from '@/lib/http/route'

export const POST = route(versionDeprecated)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
