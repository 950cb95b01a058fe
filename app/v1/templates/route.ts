import { templateList, templateRegistered } from '@/lib/http/answers/templates'
import { others, route } from '@/lib/http/route'

export const GET = route(templateList)
export const POST = route(templateRegistered)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
