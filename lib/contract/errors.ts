import { MarkedError } from './process-wide'

/** Whether the same call may work later: decided from the driver's code, never from message text (storage.md §7). */
export type Transience = 'transient' | 'permanent' | 'unknown'

/**
 * backend: the database refused or failed · degraded: the store is away and this call has no honest answer ·
 * missing: this store has no such table · read_only: newer than we know, or cannot be audited ·
 * unreadable: the stored body does not fit · refused: the value would hurt an engine (NUL, an unknown word, a wrong shape)
 */
export type HistoryErrorKind = 'backend' | 'degraded' | 'missing' | 'read_only' | 'unreadable' | 'refused'

export class HistoryError extends MarkedError {
  static override readonly mark = 'HistoryError'
  override readonly name = 'HistoryError'
  readonly kind: HistoryErrorKind
  readonly transience: Transience
  /** The database did not answer at all; only such errors trip the fallback. */
  readonly unreachable: boolean
  /** True when the statement is known not to have been carried out: it may be sent again. */
  readonly notApplied: boolean

  constructor(
    kind: HistoryErrorKind,
    message: string,
    more: { transience?: Transience; unreachable?: boolean; notApplied?: boolean; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.kind = kind
    this.transience =
      more.transience ?? (kind === 'degraded' ? 'transient' : kind === 'backend' ? 'unknown' : 'permanent')
    this.unreachable = more.unreachable ?? false
    this.notApplied = more.notApplied ?? false
  }
}

export const isHistoryError = (error: unknown): error is HistoryError => error instanceof HistoryError

/** May another attempt at opening the store help? Used by the connect loop only. */
export const isRetriable = (error: unknown): boolean => !isHistoryError(error) || error.transience !== 'permanent'
