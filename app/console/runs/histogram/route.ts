import { runHistogram } from '@/lib/http/answers/run-facets'
import { route } from '@/lib/http/route'

export const GET = route(runHistogram)
