import 'server-only'
import type { ErrorCode } from '@/lib/contract/envelope'
import { HistoryError } from '@/lib/contract/errors'
import { writeJson } from '@/lib/contract/json'
import { MarkedError } from '@/lib/contract/process-wide'
import { AppError } from '@/lib/services/kit/app-error'

/** The one table of error statuses (http-api.md 2). */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  bad_config: 400,
  unprocessable: 422,
  conflict: 409,
  queue_full: 429,
  limit_exceeded: 429,
  unavailable: 503,
  internal: 500,
}

/** What HTTP frameworks say by themselves before a handler runs: plain text, no envelope (http-api.md 0). */
export class PlainError extends MarkedError {
  static override readonly mark = 'PlainError'
  override readonly name = 'PlainError'
  readonly status: 400 | 413 | 415 | 422

  constructor(status: 400 | 413 | 415 | 422, message: string) {
    super(message)
    this.status = status
  }
}

/** An error as its caller may see it. */
export interface Told {
  code: ErrorCode
  message: string
  details?: unknown
}

/** Nobody foresaw it: the log must keep what the caller is not told. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof PlainError) &&
  !(error instanceof AppError) &&
  !(error instanceof HistoryError && error.kind !== 'backend')

export function tell(error: unknown, requestId: string): Told {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.code === 'unprocessable' && error.details !== undefined && { details: error.details }),
    }
  }
  if (error instanceof HistoryError) {
    switch (error.kind) {
      case 'degraded':
      case 'read_only':
      case 'missing':
        return { code: 'unavailable', message: error.message }
      case 'refused':
        return { code: 'bad_config', message: error.message }
      case 'unreadable':
        return { code: 'unprocessable', message: error.message }
      case 'backend':
        if (error.transience === 'transient') {
          return { code: 'unavailable', message: 'the store did not answer in time; try again' }
        }
    }
  }
  return {
    code: 'internal',
    message: `internal error; the server's log says more under ${requestId}`,
  }
}

export const unauthorized = (): AppError => new AppError('unauthorized', 'missing or invalid bearer token')

/** Any throw as a response, without the headers that every response gets. */
export function errorAnswer(
  error: unknown,
  requestId: string,
): { status: number; text: string; type: string } & {
  headers?: Record<string, string>
} {
  if (error instanceof PlainError) {
    return { status: error.status, text: error.message, type: 'text/plain; charset=utf-8' }
  }
  const { code, message, details } = tell(error, requestId)
  return {
    status: STATUS[code],
    text: writeJson({ error: { code, message, ...(details !== undefined && { details }) } }),
    type: 'application/json',
    ...(code === 'queue_full' && { headers: { 'retry-after': '5' } }),
  }
}
