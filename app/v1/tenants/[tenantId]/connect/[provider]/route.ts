import { connectStarted } from '@/lib/http/answers/connect'
import { engineJsonRoute } from '@/lib/http/answers/engine'
import { withoutProviders } from '@/lib/http/engine-first'
import { others, route } from '@/lib/http/route'
import { startConnect } from '@/lib/services/engine/operations'

export const POST = withoutProviders(engineJsonRoute(startConnect), route(connectStarted))
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
