import 'server-only'
import { PlainError } from './envelope'
import type { Asking } from './exchange'

export const BODY_LIMIT = 1_048_576
const TOO_LARGE = 'length limit exceeded'

/** What announces itself as too large is refused before anybody is asked who they are. */
export function refuseLarge(request: Asking): void {
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > BODY_LIMIT) throw new PlainError(413, TOO_LARGE)
}

/** The body as text, at most 1 MiB of it, however it was sent. */
export async function bodyText(request: Asking): Promise<string> {
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > BODY_LIMIT) throw new PlainError(413, TOO_LARGE)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new PlainError(400, 'the request body is not UTF-8')
  }
}
