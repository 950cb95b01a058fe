import { engineJsonRoute } from '@/lib/http/answers/engine'
import { channelSet } from '@/lib/http/answers/templates'
import { besideLaterEngines } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { setChannel } from '@/lib/services/engine/operations'

export const POST = besideLaterEngines(engineJsonRoute(setChannel), route(channelSet))
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
