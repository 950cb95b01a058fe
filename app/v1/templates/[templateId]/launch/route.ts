import { engineJsonRoute } from '@/lib/http/answers/engine'
import { templateLaunched } from '@/lib/http/answers/templates'
import { besideLaterEngines } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { launchTemplate } from '@/lib/services/engine/operations'

export const POST = besideLaterEngines(engineJsonRoute(launchTemplate), route(templateLaunched))
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
