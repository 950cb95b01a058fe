import { changeProposed } from '@/lib/http/answers/change-writes'
import { changeList } from '@/lib/http/answers/changes'
import { others, route } from '@/lib/http/route'

export const GET = route(changeList)
export const POST = route(changeProposed)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
