import 'server-only'
import { headers } from 'next/headers'
import type { z } from 'zod'
import type { ActionResult } from '@/lib/contract/envelope'
import { getRuntime } from '@/lib/runtime/runtime'
import type { Ctx } from '@/lib/services/kit/ctx'
import type { Verb } from '@/lib/services/kit/use-case'
import { ctxOf, requestIdOf } from './context'
import { isUnexpected, tell, unauthorized } from './envelope'
import { signedIn } from './page-context'

/**
 * A command behind a button: finds the principal of the cookie, runs it, and tells the page a small outcome. It never
 * throws across the boundary. Next has compared Origin and Host before.
 */
export function action<I extends z.ZodType<object, object>, O, S extends z.ZodType>(
  command: Verb<I, O>,
  outcome: S,
): (input: z.input<I>) => Promise<ActionResult<z.output<S>>> {
  return (input) => told(command.label, async (ctx) => outcome.parse(await command(ctx, input)))
}

/** The same where a page sends something else than the command takes: `read` makes that of it, once the caller was let in. */
export function readAction<I extends z.ZodType<object, object>, O, S extends z.ZodType, Sent>(
  command: Verb<I, O>,
  outcome: S,
  read: (ctx: Ctx, sent: Sent) => Promise<z.input<I>>,
): (sent: Sent) => Promise<ActionResult<z.output<S>>> {
  return (sent) => told(command.label, async (ctx) => outcome.parse(await command.ask(ctx, {}, () => read(ctx, sent))))
}

const told = <T>(label: string, work: (ctx: Ctx) => Promise<T>): Promise<ActionResult<T>> =>
  acting<ActionResult<T>>(
    label,
    async (ctx) => ({ ok: true, value: await work(ctx) }),
    (error, requestId) => {
      const { code, message } = tell(error, requestId)
      return { ok: false, code, message, request_id: requestId }
    },
  )

/** Does the work for whoever the cookie speaks for. What nobody foresaw is logged; everything thrown is told by `failed`. */
export async function acting<T>(
  label: string,
  work: (ctx: Ctx) => Promise<T>,
  failed: (error: unknown, requestId: string) => T,
): Promise<T> {
  const sent = await headers()
  const requestId = requestIdOf(sent)
  const runtime = await getRuntime()
  try {
    const principal = await signedIn(runtime, sent)
    if (principal === null) throw unauthorized()
    return await work(ctxOf(runtime, principal, requestId, sent))
  } catch (error) {
    if (isUnexpected(error)) runtime.log.error('action failed', { request_id: requestId, action: label, error })
    return failed(error, requestId)
  }
}
