import { z } from 'zod'
import { Opaque } from './records/primitives'

/** Why something was not done, on every way out of the server (http-api.md 2). */
export const ERROR_CODES = [
  'unauthorized',
  'forbidden',
  'not_found',
  'bad_config',
  'unprocessable',
  'conflict',
  'queue_full',
  'limit_exceeded',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** What every failed call of the API answers. `details` only ever beside `unprocessable`. */
export const ErrorEnvelope = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: Opaque.optional() }),
})
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** What a server action tells the page. It never throws. */
export type ActionResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: ErrorCode; message: string; request_id: string }

/** What a server action tells a page that reads answers as the API gives them: of bodies, of refusals, of waits. */
export interface ToldAnswer {
  status: number
  text: string
  /** Seconds, as the header said. */
  retry_after: string | null
  request_id: string
}
