import 'server-only'
import type { z } from 'zod'
import { firstIssue } from '@/lib/contract/body'
import type { JsonObject } from '@/lib/contract/json'
import { PlainError } from './envelope'
import { type Incoming, jsonText, optionalJsonText, type Reader } from './input'

/**
 * A JSON body of that shape; another is refused as the framework of engines refuses it, in plain text. Of what it says the
 * members of the shape go on as they were sent, so that no other can pass for a part of the path.
 */
export const checked =
  (shape: z.ZodObject, more: object = {}): Reader =>
  async (incoming: Incoming) => ({ ...pick(shape, (await jsonText(incoming)).value), ...more })

/** The same for a body that may be left out, together with its content type. */
export const checkedIfSent =
  (shape: z.ZodObject): Reader =>
  async (incoming: Incoming) =>
    pick(shape, (await optionalJsonText(incoming))?.value ?? {})

function pick(shape: z.ZodObject, body: JsonObject): JsonObject {
  const read = shape.safeParse(body)
  if (!read.success) throw new PlainError(422, `request body: ${firstIssue(read.error)}`)
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape.shape, name)))
}
