import { z } from 'zod'

const Envelope = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
})

/** What the server refused, or that it could not be reached (`code` "unreachable", status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly requestId: string | null
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; requestId?: string | null; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details
    this.requestId = more.requestId ?? null
    this.retryAfter = more.retryAfter ?? null
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Asking again may help: the server was away, busy or broken. What was refused stays refused. */
export const mayPass = (error: unknown): boolean => !isApiError(error) || error.status === 0 || error.status >= 500

/** What an error screen shows of any error. */
export function errorFacts(error: unknown) {
  if (!isApiError(error)) return { code: 'internal', message: 'something went wrong in this page' }
  const { code, message, requestId, retryAfter, details } = error
  return {
    code,
    message,
    requestId,
    retryAfter,
    ...(details !== undefined && { details: JSON.stringify(details, null, 2) }),
  }
}

/** An answer that is no success, as an error: the envelope where there is one, else what the status says. */
export function refusal(status: number, text: string, headers: Headers): ApiError {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const more = {
    requestId: headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  }
  const read = Envelope.safeParse(tryJson(text))
  if (!read.success) return new ApiError(status, codeOf(status), plainWords(status, text), more)
  const { code, message, details } = read.data.error
  return new ApiError(status, code, message, { ...more, details })
}

const CODES: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 503: 'unavailable' }
const codeOf = (status: number): string => CODES[status] ?? (status >= 500 ? 'internal' : 'bad_config')

function plainWords(status: number, text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line !== '' && !line.startsWith('<') && line.length <= 300 ? line : `the server answered ${status}`
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
