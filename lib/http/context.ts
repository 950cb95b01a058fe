import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import { isLoopback } from '@/lib/auth/auth-config'
import type { Principal } from '@/lib/auth/principal'
import { msOf } from '@/lib/contract/clock'
import { send } from '@/lib/runtime/outbound'
import type { Runtime } from '@/lib/runtime/runtime'
import { settingsOf } from '@/lib/runtime/settings'
import type { Ctx } from '@/lib/services/kit/ctx'
import type { Asking, HeaderView } from './exchange'
import { cookieLine, cookieOptions, cookieValue, needsRenewal, openSession, type Session, sealSession } from './session'
import { principalOfHeader } from './token'
import { peerOf } from './wire'

/** What Next hands to a route: path segments by their folder names, decoded. */
export type Params = Readonly<Record<string, string | string[] | undefined>>

/** A caller who was let in. */
export interface Caller {
  principal: Principal
  /** Set when a cookie spoke for them. */
  session: Session | null
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's own request id, if it is one that may go into a log and a header; else a new one. */
export function requestIdOf(headers: HeaderView): string {
  const given = headers.get('x-request-id')
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * Who is calling. A bearer header always decides; without one a session cookie may, for reads only: no page of somebody
 * else's can make a browser write here.
 */
export async function callerOf(runtime: Runtime, request: Asking): Promise<Caller | null> {
  const header = request.headers.get('authorization')
  if (runtime.auth.mode === 'open' && !isLocal(request.headers)) return null
  const principal = principalOfHeader(runtime.auth, header)
  if (principal !== null) return { principal, session: null }
  if (header !== null || request.method !== 'GET') return null
  const value = cookieValue(request.headers.get('cookie'))
  if (value === null) return null
  const session = await openSession(runtime, value, secondsNow(runtime))
  return session === null ? null : { principal: session.principal, session }
}

/**
 * Without authentication the browser on this machine is the door: pages of other sites may neither write through it nor
 * read by pointing a name of theirs at loopback.
 */
export function isLocal(headers: HeaderView): boolean {
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  return isLoopback(host.replace(/:\d+$/, '')) && (origin === null || origin.endsWith(`//${host}`))
}

/** The cookie of a session in use, sealed anew when it is due. */
export async function renewedCookie(runtime: Runtime, session: Session, headers: HeaderView): Promise<string | null> {
  const now = secondsNow(runtime)
  if (!needsRenewal(session, now)) return null
  return cookieLine(await sealSession(runtime, session.principal.name, now, session.began), cookieOptions(headers))
}

export const secondsNow = ({ clock }: Runtime): number => Math.floor(msOf(clock.now()) / 1_000)

/** Everything a verb may know. */
export const ctxOf = (runtime: Runtime, principal: Principal, requestId: string, headers: HeaderView): Ctx => ({
  principal,
  deps: runtime.deps,
  settings: settingsOf(runtime.env),
  approvals: runtime.auth.approvals,
  now: () => runtime.clock.now(),
  newId: runtime.newId,
  newSecret: () => randomBytes(32).toString('hex'),
  sha256: runtime.sha256,
  send,
  requestId,
  sourceIp: peerOf(headers),
  log: runtime.log,
  hear: runtime.bells.hear,
})
