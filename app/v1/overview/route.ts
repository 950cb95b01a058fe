import { overview } from '@/lib/http/answers/overview'
import { others, route } from '@/lib/http/route'

export const GET = route(overview)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
