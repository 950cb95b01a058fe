import { datasetList } from '@/lib/http/answers/catalog'
import { others, route } from '@/lib/http/route'

export const GET = route(datasetList)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
