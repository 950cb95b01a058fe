import { outputList } from '@/lib/http/answers/outputs'
import { others, route } from '@/lib/http/route'

export const GET = route(outputList)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
