import { engineHealth } from '@/lib/http/answers/insight'
import { route } from '@/lib/http/route'

export const GET = route(engineHealth)
