import 'server-only'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import { type AuthConfig, isLoopback } from '@/lib/auth/auth-config'
import type { Principal } from '@/lib/auth/principal'
import type { HeaderView } from './exchange'
import { fingerprintOf } from './token'

export const SESSION_COOKIE = 'faucet_console_session'
const IDLE_SECS = 8 * 3_600
const ABSOLUTE_SECS = 7 * 24 * 3_600
/** A session in use is sealed anew this long after the last time, not with every answer. */
const RENEW_AFTER_SECS = 300

/** What the sealed cookie holds: a name and what its token looked like, never the token. Times in seconds. */
const Claims = z.object({ sub: z.string(), mark: z.string(), began: z.number(), iat: z.number() })

export interface Session {
  principal: Principal
  /** Seconds since the epoch. */
  began: number
  /** When the cookie was sealed last. */
  sealed: number
  /** When it ends at the latest, used or not. */
  ends: number
}

/** Seals a cookie value for a principal who has just proved who they are, or goes on being them. */
export async function sealSession(
  { auth, sessionKey }: { auth: AuthConfig; sessionKey: Uint8Array },
  name: string,
  now: number,
  began = now,
): Promise<string> {
  return new EncryptJWT({ mark: fingerprintOf(auth, name) ?? '', began })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(name)
    .setIssuedAt(now)
    .encrypt(sessionKey)
}

/** The session of a cookie value; null when it was not sealed here, ran out, or its principal's token changed. */
export async function openSession(
  { auth, sessionKey }: { auth: AuthConfig; sessionKey: Uint8Array },
  value: string,
  now: number,
): Promise<Session | null> {
  const claims = await unseal(value, sessionKey)
  if (claims === null) return null
  const { sub, mark, began, iat } = claims
  if (now - iat > IDLE_SECS || now - began > ABSOLUTE_SECS || fingerprintOf(auth, sub) !== mark) return null
  const credential = auth.credentials.find(({ name }) => name === sub)
  if (credential === undefined) return null
  const { name, role, tenant } = credential
  const ends = Math.min(iat + IDLE_SECS, began + ABSOLUTE_SECS)
  return { principal: { name, role, tenant }, began, sealed: iat, ends }
}

async function unseal(value: string, key: Uint8Array) {
  try {
    const { payload } = await jwtDecrypt(value, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return Claims.parse(payload)
  } catch {
    return null
  }
}

export const needsRenewal = (session: Session, now: number): boolean => now - session.sealed > RENEW_AFTER_SECS

export interface CookieOptions {
  httpOnly: true
  sameSite: 'lax'
  path: '/'
  secure: boolean
  maxAge: number
}

/** `Secure`, except on loopback over plain HTTP, where there is nobody to listen in. */
export function cookieOptions(headers: HeaderView, maxAge = ABSOLUTE_SECS): CookieOptions {
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '')
  const proto = headers.get('x-forwarded-proto')?.split(',')[0]?.trim() ?? 'http'
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: !(proto === 'http' && isLoopback(host)), maxAge }
}

/** The same as a header line. */
export function cookieLine(value: string, { secure, maxAge }: CookieOptions): string {
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
}

/** Our cookie's value in a Cookie header. */
export function cookieValue(header: string | null): string | null {
  if (header === null) return null
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === SESSION_COOKIE && value) return value
  }
  return null
}
