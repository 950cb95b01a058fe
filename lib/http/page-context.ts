import 'server-only'
import type { Route } from 'next'
import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { z } from 'zod'
import { ANONYMOUS } from '@/lib/auth/auth-config'
import type { Principal } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'
import { getRuntime, type Runtime } from '@/lib/runtime/runtime'
import { AppError } from '@/lib/services/kit/app-error'
import type { Ctx } from '@/lib/services/kit/ctx'
import { pathToSignIn } from '@/lib/url/paths'
import { ctxOf, isLocal, requestIdOf, secondsNow } from './context'
import type { RouteSpec } from './route'
import { openSession, SESSION_COOKIE } from './session'

/** Input as an address spells it, or a path. */
type WireInput = Readonly<Record<string, string>> | URLSearchParams

/** A question of the browser's side: its key, and how its answer is read. */
interface WireQuery<T> {
  queryKey: readonly unknown[]
  read(text: string): T
}

export interface PageContext {
  principal: Principal
  /** May the viewer cancel and delete runs? The server asks again when they do. */
  mayWriteRuns: boolean
  /** Nobody has to sign in here, so nobody can sign out. */
  isOpen: boolean
  /** A query with what its route would answer this viewer now: the page shows first what the route would have sent. */
  prefetch<T, I extends z.ZodType<object, object>, O>(
    query: WireQuery<T>,
    spec: RouteSpec<I, O>,
    input?: WireInput,
  ): { queryKey: readonly unknown[]; queryFn: () => Promise<T> }
  /** The answer itself, read; what does not exist for this viewer ends in the page's not-found screen. */
  need<T, I extends z.ZodType<object, object>, O>(
    query: Pick<WireQuery<T>, 'read'>,
    spec: RouteSpec<I, O>,
    input?: WireInput,
  ): Promise<T>
}

/** Who is looking at this page. Whoever is not signed in goes to the sign-in page, and comes back to `path` from there. */
export async function pageContext(path?: string): Promise<PageContext> {
  // Headers first: a page that is being built ahead of time stops here, before any store is opened.
  const sent = await headers()
  const runtime = await getRuntime()
  const principal = await signedIn(runtime, sent)
  if (principal === null) goTo(pathToSignIn(path))
  const ctx = ctxOf(runtime, principal, requestIdOf(sent), sent)
  return {
    principal,
    mayWriteRuns: can(principal.role, 'run_write'),
    isOpen: runtime.auth.mode === 'open',
    prefetch: (query, spec, input = {}) => ({
      queryKey: query.queryKey,
      queryFn: async () => query.read(await answerText(ctx, spec, input)),
    }),
    async need(query, spec, input = {}) {
      try {
        return query.read(await answerText(ctx, spec, input))
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') notFound()
        throw error
      }
    },
  }
}

/** Typed routes know the paths that are written out; ours are built in one place. */
export function goTo(path: string): never {
  redirect(path as Route)
}

/** The principal of this request's cookie; null: nobody is signed in. */
export async function signedIn(runtime: Runtime, sent: Headers): Promise<Principal | null> {
  if (runtime.auth.mode === 'open') return isLocal(sent) ? ANONYMOUS : null
  const cookie = (await cookies()).get(SESSION_COOKIE)?.value
  const session = cookie === undefined ? null : await openSession(runtime, cookie, secondsNow(runtime))
  return session?.principal ?? null
}

async function answerText<I extends z.ZodType<object, object>, O>(
  ctx: Ctx,
  spec: RouteSpec<I, O>,
  input: WireInput,
): Promise<string> {
  const search = new URLSearchParams(input)
  const path = input instanceof URLSearchParams ? {} : input
  const request = new Request(`http://localhost/?${search}`)
  const incoming = { request, search, path, session: null }
  const read = async () => ({ ...path, ...(await spec.input?.(incoming)) })
  const { text = '' } = await spec.answer(await spec.run.ask(ctx, path, read), ctx, incoming)
  return text
}
