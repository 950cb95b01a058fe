import 'server-only'
import type { Principal } from '@/lib/auth/principal'
import { msOf } from '@/lib/contract/clock'
import { processWide } from '@/lib/contract/process-wide'
import type { Runtime } from '@/lib/runtime/runtime'
import { file } from '@/lib/services/kit/audit'
import { ctxOf, secondsNow } from './context'
import { sealSession } from './session'
import { principalOfToken } from './token'
import { peerOf } from './wire'

/** Wrong tokens one address may try in a minute. */
export const MOST_FAILURES = 10
const WINDOW_MS = 60_000
/** Addresses that are remembered at once; more of them is an attack that the limit is not there to stop. */
const MOST_ADDRESSES = 10_000

interface Failures {
  since: number
  count: number
}
const failures = processWide('sign-in-failures', () => new WeakMap<Runtime, Map<string, Failures>>())

/** In whose name a failed sign-in is filed: nobody has proved who they are. */
const NOBODY: Principal = { name: 'unauthenticated', role: 'viewer', tenant: null }

export type SignInOutcome =
  | { ok: true; principal: Principal; cookie: string }
  | { ok: false; reason: 'unauthorized' | 'limit_exceeded' }

/**
 * A token for a sealed cookie: the one write that is no verb, since nobody is signed in yet. Filed either way; of many
 * failures the first and the one that shuts the door.
 */
export async function signIn(
  runtime: Runtime,
  token: string,
  headers: Headers,
  requestId: string,
): Promise<SignInOutcome> {
  const now = msOf(runtime.clock.now())
  const address = peerOf(headers) ?? ''
  const tried = triesOf(runtime, address, now)
  if (tried.count >= MOST_FAILURES) return { ok: false, reason: 'limit_exceeded' }
  const principal = principalOfToken(runtime.auth, token.trim())
  if (principal === null) {
    tried.count++
    if (tried.count === 1 || tried.count === MOST_FAILURES) {
      await file(ctxOf(runtime, NOBODY, requestId, headers), { action: 'console.sign_in', result: 'denied' })
    }
    return { ok: false, reason: 'unauthorized' }
  }
  await file(ctxOf(runtime, principal, requestId, headers), { action: 'console.sign_in' })
  return { ok: true, principal, cookie: await sealSession(runtime, principal.name, secondsNow(runtime)) }
}

function triesOf(runtime: Runtime, address: string, now: number): Failures {
  let addresses = failures.get(runtime)
  if (addresses === undefined) {
    addresses = new Map()
    failures.set(runtime, addresses)
  }
  const known = addresses.get(address)
  if (known !== undefined && now - known.since < WINDOW_MS) return known
  if (addresses.size >= MOST_ADDRESSES) addresses.clear()
  const fresh = { since: now, count: 0 }
  addresses.set(address, fresh)
  return fresh
}
