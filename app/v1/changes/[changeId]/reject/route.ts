import { changeRejected } from '@/lib/http/answers/change-writes'
import { others, route } from '@/lib/http/route'

export const POST = route(changeRejected)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
