import { engineJsonRoute } from '@/lib/http/answers/engine'
import { others } from '@/lib/http/route'
import { annotateDataset } from '@/lib/services/engine/operations'

export const POST = engineJsonRoute(annotateDataset)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
