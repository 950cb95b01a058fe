import 'server-only'
import { cookies, headers } from 'next/headers'
import { getRuntime } from '@/lib/runtime/runtime'
import { signOut as leave } from '@/lib/services/console/sign-out'
import { pathToSignIn, safeNext } from '@/lib/url/paths'
import { ctxOf, requestIdOf } from './context'
import { goTo, signedIn } from './page-context'
import { cookieOptions, SESSION_COOKIE } from './session'
import { signIn } from './sign-in'

/** What the sign-in form shows after an attempt that failed. */
export interface SignInState {
  message: string | null
}

/** The form's token for a cookie, then on to where the visitor wanted to go. */
export async function enter(_: SignInState, form: FormData): Promise<SignInState> {
  const sent = await headers()
  const [token, next] = [form.get('token'), form.get('next')]
  const runtime = await getRuntime()
  const outcome = await signIn(runtime, typeof token === 'string' ? token : '', sent, requestIdOf(sent))
  if (!outcome.ok) {
    const message =
      outcome.reason === 'limit_exceeded'
        ? 'Too many wrong tokens from your address. Wait a minute, then try again.'
        : 'No principal has this token.'
    return { message }
  }
  ;(await cookies()).set(SESSION_COOKIE, outcome.cookie, cookieOptions(sent))
  goTo(safeNext(typeof next === 'string' ? next : undefined))
}

/** Takes the cookie away and files that somebody left. */
export async function exit(): Promise<void> {
  const sent = await headers()
  const runtime = await getRuntime()
  const principal = await signedIn(runtime, sent)
  if (principal !== null) await leave(ctxOf(runtime, principal, requestIdOf(sent), sent), {})
  ;(await cookies()).set(SESSION_COOKIE, '', cookieOptions(sent, 0))
  goTo(pathToSignIn())
}
