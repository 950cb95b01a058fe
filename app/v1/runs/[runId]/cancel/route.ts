import { runCancelled } from '@/lib/http/answers/run-writes'
import { others, route } from '@/lib/http/route'

export const POST = route(runCancelled)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
