import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { ANONYMOUS, type AuthConfig } from '@/lib/auth/auth-config'
import type { Principal } from '@/lib/auth/principal'
import { processWide } from '@/lib/contract/process-wide'

const BEARER = 'Bearer '
const digestOf = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** Digests are compared, so that every comparison takes the same time, whatever the lengths. */
const digests = processWide(
  'token-digests',
  () => new WeakMap<AuthConfig, { principal: Principal; digest: Buffer }[]>(),
)

function known(auth: AuthConfig) {
  let list = digests.get(auth)
  if (list === undefined) {
    list = auth.credentials.map(({ token, name, role, tenant }) => ({
      principal: { name, role, tenant },
      digest: digestOf(token),
    }))
    digests.set(auth, list)
  }
  return list
}

/** Whose token this is. All principals are compared, without an early end. */
export function principalOfToken(auth: AuthConfig, token: string): Principal | null {
  const asked = digestOf(token)
  let found: Principal | null = null
  for (const { principal, digest } of known(auth)) if (timingSafeEqual(asked, digest)) found = principal
  return found
}

/**
 * Who an Authorization header speaks for: `Bearer`, one blank, the token, nothing trimmed but the end (the HTTP layer of
 * engines takes blanks there). Without authentication everybody is the anonymous admin.
 */
export function principalOfHeader(auth: AuthConfig, header: string | null): Principal | null {
  if (auth.mode === 'open') return ANONYMOUS
  if (header === null || !header.startsWith(BEARER)) return null
  const token = header.slice(BEARER.length).trimEnd()
  return token === '' ? null : principalOfToken(auth, token)
}

/** What a session remembers of a token: enough to notice that it was changed, not enough to use it. */
export function fingerprintOf(auth: AuthConfig, name: string): string | null {
  const found = known(auth).find(({ principal }) => principal.name === name)
  return found === undefined ? null : found.digest.toString('base64url')
}
