import type { ErrorCode } from '@/lib/contract/envelope'
import type { Json } from '@/lib/contract/json'
import { MarkedError } from '@/lib/contract/process-wide'

/** A refusal that a person can act on. The message is a sentence; no status, no stack, no driver's text. */
export class AppError extends MarkedError {
  static override readonly mark: string = 'AppError'
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Only beside `unprocessable`. */
  readonly details: Json | undefined

  constructor(code: ErrorCode, message: string, details?: Json) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Missing, somebody else's and unreadable are told apart by nobody. */
export const notFound = (): AppError => new AppError('not_found', 'not found')
