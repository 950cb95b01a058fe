import 'server-only'
import type { Anything } from '@/lib/services/kit/engine-operation'
import type { Verb } from '@/lib/services/kit/use-case'
import { jsonBody, optionalJsonBody, type Reader } from '../input'
import { type Handler, route } from '../route'
import type { Answer } from './list'

type Operation = Verb<typeof Anything, never>

const unanswered = (outcome: never): Answer => outcome
const engineRouteWith =
  (input: Reader | undefined) =>
  (run: Operation): Handler =>
    route({ run, ...(input && { input }), answer: unanswered })

/** Operations of an engine by what their body is: none, JSON, or JSON that may be left out. */
export const engineRoute = engineRouteWith(undefined)
export const engineJsonRoute = engineRouteWith(jsonBody)
export const engineOptionalJsonRoute = engineRouteWith(optionalJsonBody)
