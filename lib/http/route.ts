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
import { type Asking, type Reply, responseOf } from './exchange'
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
export type Exchange = (asking: Asking, context: RouteContext) => Promise<Reply>
export interface Handler {
  (request: Asking, context?: RouteContext): Promise<Response>
  /** The same for those who write to the socket themselves. */
  reply: Exchange
  /** Of handlers behind which a verb stands: what it reads and who may. */
  operation?: Operation | undefined
}
export interface Operation {
  verb: Pick<Verb<z.ZodType<object, object>, unknown>, 'label' | 'permission' | 'scope'>
  reader: Reader | undefined
}

const NO_PARAMS: RouteContext = { params: Promise.resolve({}) }

export const handlerOf = (reply: Exchange, operation?: Operation): Handler =>
  Object.assign(
    async (request: Asking, context: RouteContext = NO_PARAMS) => responseOf(await reply(request, context)),
    {
      reply,
      operation,
    },
  )

/** A route of the API, or of the pages: who is calling, the verb, its answer. Everything thrown becomes the envelope. */
export function route<I extends z.ZodType<object, object>, O>(spec: RouteSpec<I, O>): Handler {
  const reply: Exchange = (request, context) =>
    serve(request, context, async (ctx, incoming) => {
      const read = async () => {
        if (hasBadPath(request.headers)) throw new PlainError(400, 'path: a segment is not UTF-8')
        return { ...(await spec.input?.(incoming)), ...incoming.path }
      }
      return spec.answer(await spec.run.ask(ctx, incoming.path, read), ctx, incoming)
    })
  return handlerOf(reply, { verb: spec.run, reader: spec.input })
}

/** Handlers of a path with parameters, for a path that spells them out. */
export const withParams =
  (params: Params) =>
  (handler: Handler): Handler =>
    handlerOf((request) => handler.reply(request, { params: Promise.resolve(params) }))

/** One of two routes on one path, chosen by how it is asked. */
export const either = (isFirst: (search: URLSearchParams) => boolean, first: Handler, second: Handler): Handler =>
  handlerOf(
    (request, context) => (isFirst(new URL(request.url).searchParams) ? first : second).reply(request, context),
    first.operation,
  )

/**
 * What a path answers to methods it does not have (http-api.md 0): the token is asked for first, then only an admin who
 * sees everything is told which methods there are. `get` serves HEAD.
 */
export function others(allow: string, get?: Handler) {
  const refuse = handlerOf((request, context) =>
    serve(
      request,
      context,
      async (ctx, incoming) => {
        await refuseUnmapped(ctx, incoming)
        return { status: 405, headers: { allow } }
      },
      { allow },
    ),
  )
  const head = handlerOf(async (request, context) => {
    if (get === undefined) return refuse.reply(request, context)
    const allowed = await serve(
      request,
      context,
      async (ctx, incoming) => {
        await refuseUnmapped(ctx, incoming)
        return { status: 200 }
      },
      {},
      (status) => status !== 200,
    )
    if (allowed.status !== 200) return withoutBody(allowed)
    return withoutBody(await get.reply(request, context))
  })
  return { GET: refuse, HEAD: head, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: options(allow) }
}

/** The same of a path where nobody is asked who they are. */
export const openTo = (get: Handler) => ({
  HEAD: handlerOf(async (request, context) => withoutBody(await get.reply(request, context))),
  PUT: handlerOf((request) => respond(request, async () => ({ status: 405, headers: { allow: 'GET,HEAD' } }))),
})

/** A path that does not exist: nobody is asked who they are. */
export const unmatched = handlerOf((request) =>
  respond(request, async () => {
    refuseLarge(request)
    throw notFound()
  }),
)

/** OPTIONS is answered before anybody is asked who they are. */
export const options = (allow?: string): Handler =>
  handlerOf((request) =>
    respond(request, async () => ({ status: 200, ...(allow !== undefined && { headers: { allow } }) })),
  )

async function withoutBody({ status, headers, body }: Reply): Promise<Reply> {
  if (body instanceof ReadableStream) await body.cancel()
  return { status, headers, body: null }
}

async function refuseUnmapped(ctx: Ctx, { path }: Incoming): Promise<void> {
  if (ctx.principal.role !== 'admin') await refuseRole(ctx, 'unknown', path)
  if (ctx.principal.tenant !== null) await refuseConfined(ctx, 'unknown')
}

type Work = (ctx: Ctx, incoming: Incoming) => Promise<Answer>

/** Lets a caller in and does the work; `failed` are headers of an answer that says no. */
function serve(
  request: Asking,
  context: RouteContext,
  work: Work,
  failed: Readonly<Record<string, string>> = {},
  isCounted?: (status: number) => boolean,
): Promise<Reply> {
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
    isCounted,
  )
}

/** Runs the work and makes a reply of what it gives or throws; a step of a longer exchange need not be counted. */
export async function respond(
  request: Asking,
  work: (requestId: string) => Promise<Answer>,
  failed: Readonly<Record<string, string>> = {},
  isCounted: (status: number) => boolean = () => true,
): Promise<Reply> {
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
  if (isCounted(answer.status)) {
    countRequest(method, pathname, answer.status, (performance.now() - started) / 1_000)
  }
  return replyOf(answer, requestId)
}

function replyOf({ status, text, stream, type = 'application/json', headers }: Answer, requestId: string): Reply {
  const bytes = text === undefined ? null : Buffer.from(text, 'utf8')
  return {
    status,
    body: stream ?? bytes,
    headers: {
      ...((stream ?? bytes) && { 'content-type': type }),
      ...(bytes && { 'content-length': String(bytes.byteLength) }),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
    },
  }
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
