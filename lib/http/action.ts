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
  return (input) =>
    acting<ActionResult<z.output<S>>>(
      command.label,
      async (ctx) => ({ ok: true, value: outcome.parse(await command(ctx, input)) }),
      (error, requestId) => {
        const { code, message } = tell(error, requestId)
        return { ok: false, code, message, request_id: requestId }
      },
    )
}

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
