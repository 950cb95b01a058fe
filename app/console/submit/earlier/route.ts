import { earlierRun } from '@/lib/http/answers/submit'
import { route } from '@/lib/http/route'

export const GET = route(earlierRun)
