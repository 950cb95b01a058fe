import { runExtras } from '@/lib/http/answers/run-extras'
import { route } from '@/lib/http/route'

export const GET = route(runExtras)
