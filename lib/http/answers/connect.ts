import 'server-only'
import type { Principal } from '@/lib/auth/principal'
import type { EnginePort } from '@/lib/contract/ports/engine'
import { StartConnectBody } from '@/lib/derive/tenant-requests'
import { getRuntime } from '@/lib/runtime/runtime'
import { AppError } from '@/lib/services/kit/app-error'
import { finishConnect } from '@/lib/services/tenants/finish-connect'
import { startConnect } from '@/lib/services/tenants/start-connect'
import { checked } from '../checked-body'
import { ctxOf } from '../context'
import { needsProviders } from '../engine-first'
import { handlerOf, respond } from '../route'
import { engineAnswer } from './engine'
import { type Answer, json, printPlain } from './list'

export const connectStarted = {
  run: startConnect,
  input: checked(StartConnectBody),
  answer: (started: { authorize_url: string; expires_at: string }) => json(printPlain(started)),
}

/** Whoever comes back from a provider is not asked who they are, and can do nothing but end their own sign-in. */
const NOBODY: Principal = { name: 'connect', role: 'viewer', tenant: null }
const EXCHANGE_MS = 60_000

/** The browser on its way back from a provider goes on to where its sign-in began. */
export const connectReturned = handlerOf((request) =>
  respond(request, async (requestId): Promise<Answer> => {
    const runtime = await getRuntime()
    const { pathname, search, searchParams } = new URL(request.url)
    if (needsProviders(runtime)) return askEngine(runtime.deps.engine, `${pathname}${search}`)
    const { redirect } = await finishConnect(ctxOf(runtime, NOBODY, requestId, request.headers), {
      state: searchParams.get('state'),
      code: searchParams.get('code'),
      error: searchParams.get('error'),
      error_description: searchParams.get('error_description'),
    })
    return { status: 303, headers: { location: redirect } }
  }),
)

async function askEngine(engine: EnginePort, target: string): Promise<Answer> {
  const reply = await engine.send({
    method: 'GET',
    target,
    headers: {},
    body: null,
    principal: null,
    where: 'any',
    timeoutMs: EXCHANGE_MS,
  })
  if (reply.kind === 'unavailable') {
    throw new AppError('unavailable', `a running engine is needed to end a sign-in: ${reply.reason}`)
  }
  const { location } = reply.headers
  const answer = engineAnswer(reply)
  return location === null ? answer : { ...answer, headers: { ...answer.headers, location } }
}
