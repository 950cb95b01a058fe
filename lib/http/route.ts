import 'server-only'
import type { z } from 'zod'
import { getRuntime } from '@/lib/runtime/runtime'
import { notFound } from '@/lib/services/kit/app-error'
import { refuseConfined, refuseRole } from '@/lib/services/kit/authorize'
import type { Ctx } from '@/lib/services/kit/ctx'
import { refuseNul } from '@/lib/services/kit/nul'
import type { Verb } from '@/lib/services/kit/use-case'
import type { Answer } from './answers/list'
import { refuseLarge } from './body'
import { callerOf, ctxOf, type Params, renewedCookie, requestIdOf } from './context'
import { errorAnswer, isUnexpected, PlainError, unauthorized } from './envelope'
import type { Incoming, Reader } from './input'
import { countRequest } from './metrics'
import { hasBadPath } from './wire'

/** A verb, what it reads of the request beside its path, and what leaves of its outcome. */
export interface RouteSpec<I extends z.ZodType<object, object>, O> {
  run: Verb<I, O>
  input?: Reader
  answer(output: O, ctx: Ctx, incoming: Incoming): Answer | Promise<Answer>
}

/** What Next hands over besides the request. */
export interface RouteContext {
  params: Promise<Params>
}
export interface Handler {
  (request: Request, context: RouteContext): Promise<Response>
  /** Of handlers behind which a verb stands: what it reads and who may. */
  operation?: Operation
}
export interface Operation {
  verb: Pick<Verb<z.ZodType<object, object>, unknown>, 'label' | 'permission' | 'scope'>
  reader: Reader | undefined
}

/** A route of the API, or of the pages: who is calling, the verb, its answer. Everything thrown becomes the envelope. */
export function route<I extends z.ZodType<object, object>, O>(spec: RouteSpec<I, O>): Handler {
  const handler: Handler = (request, context) =>
    serve(request, context, async (ctx, incoming) => {
      const read = async () => {
        if (hasBadPath(request.headers)) throw new PlainError(400, 'path: a segment is not UTF-8')
        return { ...(await spec.input?.(incoming)), ...incoming.path }
      }
      return spec.answer(await spec.run.ask(ctx, incoming.path, read), ctx, incoming)
    })
  return Object.assign(handler, { operation: { verb: spec.run, reader: spec.input } })
}

/** Handlers of a path with parameters, for a path that spells them out. */
export const withParams =
  (params: Params) =>
  (handler: Handler): Handler =>
  (request) =>
    handler(request, { params: Promise.resolve(params) })

/** One of two routes on one path, chosen by how it is asked. */
export const either = (isFirst: (search: URLSearchParams) => boolean, first: Handler, second: Handler): Handler =>
  Object.assign(
    (request: Request, context: RouteContext) =>
      (isFirst(new URL(request.url).searchParams) ? first : second)(request, context),
    { operation: first.operation },
  )

/**
 * What a path answers to methods it does not have (http-api.md 0): the token is asked for first, then only an admin who
 * sees everything is told which methods there are. `get` serves HEAD.
 */
export function others(allow: string, get?: Handler) {
  const refuse: Handler = (request, context) =>
    serve(
      request,
      context,
      async (ctx, incoming) => {
        await refuseUnmapped(ctx, incoming)
        return { status: 405, headers: { allow } }
      },
      { allow },
    )
  const head: Handler = async (request, context) => {
    if (get === undefined) return refuse(request, context)
    const allowed = await serve(request, context, async (ctx, incoming) => {
      await refuseUnmapped(ctx, incoming)
      return { status: 200 }
    })
    if (!allowed.ok) return withoutBody(allowed)
    return withoutBody(await get(new Request(request.url, { headers: request.headers }), context))
  }
  return { GET: refuse, HEAD: head, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: options(allow) }
}

/** A path that does not exist: nobody is asked who they are. */
export const unmatched: Handler = (request) =>
  respond(request, async () => {
    refuseLarge(request)
    throw notFound()
  })

/** OPTIONS is answered before anybody is asked who they are. */
export const options =
  (allow?: string): Handler =>
  (request) =>
    respond(request, async () => ({ status: 200, ...(allow !== undefined && { headers: { allow } }) }))

async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel()
  return new Response(null, { status: answer.status, headers: answer.headers })
}

async function refuseUnmapped(ctx: Ctx, { path }: Incoming): Promise<void> {
  if (ctx.principal.role !== 'admin') await refuseRole(ctx, 'unknown', path)
  if (ctx.principal.tenant !== null) await refuseConfined(ctx, 'unknown')
}

type Work = (ctx: Ctx, incoming: Incoming) => Promise<Answer>

/** Lets a caller in and does the work; `failed` are headers of an answer that says no. */
function serve(
  request: Request,
  context: RouteContext,
  work: Work,
  failed: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return respond(
    request,
    async (requestId) => {
      refuseLarge(request)
      const url = new URL(request.url)
      // The framework takes a slash at the end for nothing; to an engine it is another path.
      if (url.pathname.endsWith('/')) throw notFound()
      const runtime = await getRuntime()
      const caller = await callerOf(runtime, request)
      if (caller === null) throw unauthorized()
      const ctx = ctxOf(runtime, caller.principal, requestId, request.headers)
      const path = pathOf(await context.params)
      refuseNul(path)
      const answer = await work(ctx, { request, search: url.searchParams, path, session: caller.session })
      const cookie = caller.session && (await renewedCookie(runtime, caller.session, request.headers))
      return cookie === null ? answer : { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
    },
    failed,
  )
}

/** Runs the work and makes a response of what it gives or throws. */
export async function respond(
  request: Request,
  work: (requestId: string) => Promise<Answer>,
  failed: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const requestId = requestIdOf(request.headers)
  const started = performance.now()
  const { method } = request
  const { pathname } = new URL(request.url)
  let answer: Answer
  try {
    answer = await work(requestId)
  } catch (error) {
    if (isUnexpected(error)) {
      const { log } = await getRuntime()
      log.error('request failed', { request_id: requestId, method, path: pathname, error })
    }
    const told = errorAnswer(error, requestId)
    answer = { ...told, headers: { ...failed, ...told.headers } }
  }
  countRequest(method, pathname, answer.status, (performance.now() - started) / 1_000)
  return toResponse(answer, requestId)
}

function toResponse({ status, text, stream, type = 'application/json', headers }: Answer, requestId: string): Response {
  // As bytes: of a text, the platform would look at every character first.
  const bytes = text === undefined ? null : Buffer.from(text, 'utf8')
  return new Response(stream ?? bytes, {
    status,
    headers: {
      ...((stream ?? bytes) && { 'content-type': type }),
      ...(bytes && { 'content-length': String(bytes.byteLength) }),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
    },
  })
}

/** Folder names are JavaScript's, members the wire's; a tenant is called so wherever it is confined. */
const NAMES: Readonly<Record<string, string>> = { tenantId: 'tenant' }
const wireName = (name: string): string => NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A built server hands a route without segments no params at all, whatever its types say. */
function pathOf(params: Params | undefined): Record<string, string> {
  const path: Record<string, string> = {}
  for (const [name, value] of Object.entries(params ?? {})) if (typeof value === 'string') path[wireName(name)] = value
  return path
}
