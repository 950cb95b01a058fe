import 'server-only'
import type { z } from 'zod'
import type { ToldAnswer } from '@/lib/contract/envelope'
import type { JsonObject } from '@/lib/contract/json'
import type { Ctx } from '@/lib/services/kit/ctx'
import { type EngineAnswer, type EngineInput, postOf } from '@/lib/services/kit/engine-operation'
import type { Verb } from '@/lib/services/kit/use-case'
import { acting } from './action'
import { engineAnswer } from './answers/engine'
import type { Answer } from './answers/list'
import { BODY_LIMIT } from './body'
import { membersOf } from './checked-body'
import { errorAnswer, PlainError } from './envelope'
import { objectOf } from './input'

/**
 * Does what a `POST` of that JSON text would do, for whoever the cookie speaks for, and tells the answer as the API would
 * have given it. Bodies are text on the way: numbers keep their digits, and the limit is the API's.
 */
export function answering(
  label: string,
  text: string,
  work: (ctx: Ctx, body: JsonObject) => Promise<Answer>,
): Promise<ToldAnswer> {
  return acting<ToldAnswer>(
    label,
    async (ctx) => told(await work(ctx, bodyOf(text)), ctx.requestId),
    (error, requestId) => told(errorAnswer(error, requestId), requestId),
  )
}

/** An operation that an engine carries out, put to it with nothing but the body: the path is ours to choose. */
export const engineAction =
  (operation: Verb<typeof EngineInput, EngineAnswer>, target: string, shape: z.ZodObject) =>
  (text: string): Promise<ToldAnswer> =>
    answering(operation.label, text, async (ctx, body) => {
      const asked = postOf(target, membersOf(shape, body))
      return engineAnswer(await operation(ctx, { asked }))
    })

function bodyOf(text: string): JsonObject {
  if (typeof text !== 'string') throw new PlainError(400, 'the request body is no text')
  if (Buffer.byteLength(text) > BODY_LIMIT) throw new PlainError(413, 'length limit exceeded')
  return objectOf(text)
}

const told = ({ status, text = '', headers = {} }: Answer, request_id: string): ToldAnswer => ({
  status,
  text,
  retry_after: headers['retry-after'] ?? null,
  request_id,
})
