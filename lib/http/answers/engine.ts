import 'server-only'
import { type Json, parseJson } from '@/lib/contract/json'
import { getRuntime } from '@/lib/runtime/runtime'
import type { Asked, EngineAnswer, EngineInput } from '@/lib/services/kit/engine-operation'
import type { Verb } from '@/lib/services/kit/use-case'
import { bodyText } from '../body'
import type { Asking } from '../exchange'
import { type BodyKind, type Incoming, jsonText, optionalJsonText, type Read, withBody } from '../input'
import { type Handler, handlerOf, route } from '../route'
import type { Answer } from './list'

type Operation = Verb<typeof EngineInput, EngineAnswer>
type BodyReader = (incoming: Incoming) => Promise<Read | null>

const engineRouteWith =
  (readBody: BodyReader, body?: BodyKind, headers: (request: Asking) => Asked['headers'] = usualHeaders) =>
  (run: Operation): Handler => {
    const read = async (incoming: Incoming) => ({
      asked: askedOf(incoming, await readBody(incoming), headers(incoming.request)),
    })
    return route({ run, input: body === undefined ? read : withBody(read, body), answer: engineAnswer })
  }

const JSON_BODY: BodyKind = { schema: null, type: 'application/json', required: true }

/** Operations of an engine by what their body is: none, JSON, JSON that may be left out, or any text. */
export const engineRoute = engineRouteWith(async () => null)
export const engineJsonRoute = engineRouteWith(jsonText, JSON_BODY)
export const engineOptionalJsonRoute = engineRouteWith(optionalJsonText, { ...JSON_BODY, required: false })
/** A trigger's configuration decides which header tells one event from another: all go along. */
export const engineTextRoute = engineRouteWith(anyText, { schema: null, type: '*/*', required: false }, ({ headers }) =>
  Object.fromEntries(headers),
)

/**
 * An operation of an engine where one is configured; without one the path is what it is to engines that were built
 * without it.
 */
export const engineElse = (theirs: Handler, ours: Handler): Handler =>
  handlerOf(async (request, context) => {
    const { deps } = await getRuntime()
    return (deps.engine.absent() === null ? theirs : ours).reply(request, context)
  }, theirs.operation)

/** The request as an engine gets it, with the body that was read of it. */
export function askedOf({ request, search }: Incoming, body: Read | null, headers?: Asked['headers']): Asked {
  const { pathname, search: query } = new URL(request.url)
  return {
    method: request.method,
    target: `${pathname}${query}`,
    headers: headers ?? usualHeaders(request),
    body: body?.text ?? null,
    says: [[...search], body?.value ?? null],
    signal: request.signal,
  }
}

/** What an engine said, passed through. */
export function engineAnswer({ status, headers, body }: EngineAnswer): Answer {
  const { contentType, retryAfter } = headers
  const more = { ...(retryAfter !== null && { 'retry-after': retryAfter }) }
  if (typeof body !== 'string') return { status, type: contentType ?? 'text/event-stream', headers: more, stream: body }
  if (body === '') return { status, headers: more }
  return { status, text: body, type: contentType ?? 'application/octet-stream', headers: more }
}

function usualHeaders({ headers }: Asking): Asked['headers'] {
  const type = headers.get('content-type')
  return { accept: headers.get('accept') ?? '*/*', ...(type !== null && { 'content-type': type }) }
}

async function anyText({ request }: Incoming): Promise<Read | null> {
  const text = await bodyText(request)
  return text === '' ? null : { text, value: jsonIn(text) }
}

/** An escape spells a character only in JSON; what is none speaks for itself. */
function jsonIn(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
