import { runFacts } from '@/lib/http/answers/run-facts'
import { route } from '@/lib/http/route'

export const GET = route(runFacts)
