import { pipelineParts } from '@/lib/http/answers/insight'
import { route } from '@/lib/http/route'

export const GET = route(pipelineParts)
