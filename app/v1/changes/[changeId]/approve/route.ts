import { changeApproved } from '@/lib/http/answers/change-writes'
import { others, route } from '@/lib/http/route'

export const POST = route(changeApproved)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
