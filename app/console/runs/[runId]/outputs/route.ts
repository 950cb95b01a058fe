import { runOutputs } from '@/lib/http/answers/run-traces'
import { route } from '@/lib/http/route'

export const GET = route(runOutputs)
