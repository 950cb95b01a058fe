import { changeList } from '@/lib/http/answers/changes'
import { engineJsonRoute } from '@/lib/http/answers/engine'
import { others, route } from '@/lib/http/route'
import { proposeChange } from '@/lib/services/engine/operations'

export const GET = route(changeList)
export const POST = engineJsonRoute(proposeChange)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
