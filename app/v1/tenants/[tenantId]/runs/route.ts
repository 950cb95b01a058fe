import { runSubmitted } from '@/lib/http/answers/run-writes'
import { others, route } from '@/lib/http/route'

export const POST = route(runSubmitted)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
