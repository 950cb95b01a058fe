import { runRows } from '@/lib/http/answers/run-rows'
import { route } from '@/lib/http/route'

export const GET = route(runRows)
