import 'server-only'
import type { z } from 'zod'
import { firstIssue } from '@/lib/contract/body'
import type { JsonObject } from '@/lib/contract/json'
import { askedOf } from './answers/engine'
import { PlainError } from './envelope'
import { type BodyKind, jsonText, optionalJsonText, type Reader, withBody } from './input'

/**
 * A JSON body of that shape; another is refused as the framework of engines refuses it, in plain text. Of what it says the
 * members of the shape go on as they were sent, so that no other can pass for a part of the path.
 */
export const checked = (shape: z.ZodObject, more: object = {}): Reader =>
  withBody(async (incoming) => ({ ...membersOf(shape, (await jsonText(incoming)).value), ...more }), bodyOf(shape))

/** The same where an engine may be asked in our place: it gets the request as it came. */
export const checkedAndAsked = (shape: z.ZodObject): Reader =>
  withBody(async (incoming) => {
    const read = await jsonText(incoming)
    return { ...membersOf(shape, read.value), asked: askedOf(incoming, read) }
  }, bodyOf(shape))

/** The same for a body that may be left out, together with its content type. */
export const checkedIfSentAndAsked = (shape: z.ZodObject): Reader =>
  withBody(
    async (incoming) => {
      const read = await optionalJsonText(incoming)
      return { ...membersOf(shape, read?.value ?? {}), asked: askedOf(incoming, read) }
    },
    bodyOf(shape, false),
  )

const bodyOf = (schema: z.ZodObject, required = true): BodyKind => ({ schema, type: 'application/json', required })

/** What a body says in members of the shape, as it was sent. */
export function membersOf(shape: z.ZodObject, body: JsonObject): JsonObject {
  const read = shape.safeParse(body)
  if (!read.success) throw new PlainError(422, `request body: ${firstIssue(read.error)}`)
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape.shape, name)))
}
