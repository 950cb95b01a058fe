import { identity } from '@/lib/http/answers/console'
import { others, route } from '@/lib/http/route'

export const GET = route(identity)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
