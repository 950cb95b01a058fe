import { datasetDetail } from '@/lib/http/answers/catalog'
import { others, route } from '@/lib/http/route'

export const GET = route(datasetDetail)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
