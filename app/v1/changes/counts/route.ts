import { changeCounts } from '@/lib/http/answers/changes'
import { others, route } from '@/lib/http/route'

export const GET = route(changeCounts)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
