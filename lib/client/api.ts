import { ApiError, refusal } from './api-error'

/** Reads a path of our own server and hands its text to `read`. Everything that goes wrong is an `ApiError`. */
export async function api<T>(read: (text: string) => T, path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(path, { ...init, headers: { accept: 'application/json', ...init.headers } })
    text = await answer.text()
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, 'unreachable', 'the console did not answer')
  }
  if (!answer.ok) throw refusal(answer.status, text, answer.headers)
  try {
    return read(text)
  } catch {
    const requestId = answer.headers.get('x-request-id')
    throw new ApiError(answer.status, 'unexpected', 'the answer does not have the expected shape', { requestId })
  }
}
