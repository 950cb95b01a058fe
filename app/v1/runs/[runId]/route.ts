import { runDeleted } from '@/lib/http/answers/run-writes'
import { runDetail } from '@/lib/http/answers/runs'
import { others, route } from '@/lib/http/route'

export const GET = route(runDetail)
export const DELETE = route(runDeleted)
export const { HEAD, POST, PUT, PATCH, OPTIONS } = others('GET,HEAD,DELETE', GET)
