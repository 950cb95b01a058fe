import { runInvocation } from '@/lib/http/answers/run-parts'
import { route } from '@/lib/http/route'

export const GET = route(runInvocation)
