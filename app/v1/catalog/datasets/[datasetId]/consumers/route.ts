import { datasetAnnotated } from '@/lib/http/answers/catalog'
import { others, route } from '@/lib/http/route'

export const POST = route(datasetAnnotated)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
