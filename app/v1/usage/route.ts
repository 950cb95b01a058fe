import { usage } from '@/lib/http/answers/usage'
import { others, route } from '@/lib/http/route'

export const GET = route(usage)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
