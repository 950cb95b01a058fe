import { logMap } from '@/lib/http/answers/log-views'
import { route } from '@/lib/http/route'

export const GET = route(logMap)
