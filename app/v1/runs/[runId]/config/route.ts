import { runConfig } from '@/lib/http/answers/runs'
import { others, route } from '@/lib/http/route'

export const GET = route(runConfig)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
