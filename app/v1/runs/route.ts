import { runSubmitted } from '@/lib/http/answers/run-writes'
import { runList } from '@/lib/http/answers/runs'
import { others, route } from '@/lib/http/route'

export const GET = route(runList)
export const POST = route(runSubmitted)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
