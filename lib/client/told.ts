import type { ActionResult } from '@/lib/contract/envelope'
import { ApiError } from './api-error'

/** A server action as a mutation's function: its value, or the refusal thrown as the error that pages know. */
export const told =
  <I, T>(action: (input: I) => Promise<ActionResult<T>>) =>
  async (input: I): Promise<T> => {
    const result = await action(input)
    if (result.ok) return result.value
    throw new ApiError(0, result.code, result.message, { requestId: result.request_id })
  }
