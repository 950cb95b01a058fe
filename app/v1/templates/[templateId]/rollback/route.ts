import { engineOptionalJsonRoute } from '@/lib/http/answers/engine'
import { templateRolledBack } from '@/lib/http/answers/templates'
import { besideLaterEngines } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { rollBackTemplate } from '@/lib/services/engine/operations'

export const POST = besideLaterEngines(engineOptionalJsonRoute(rollBackTemplate), route(templateRolledBack))
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
