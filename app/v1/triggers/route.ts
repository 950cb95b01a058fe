import { triggerList } from '@/lib/http/answers/triggers'
import { others, route } from '@/lib/http/route'

export const GET = route(triggerList)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
