import 'server-only'
import { HistoryError } from '@/lib/contract/errors'
import { classifyError } from './classify-error'

const ATTEMPTS = 5

/**
 * Runs a read-fold-write until its guard lets it through; `undefined` says that somebody else changed the row in between.
 * Five times beaten is an error: the caller may ask again.
 */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new HistoryError('backend', 'this row kept changing while it was written', { transience: 'transient' })
}

/**
 * The error of a call that has already written a part. It no longer counts as "not carried out": sent again as a whole,
 * the part that was written would count twice.
 */
export function halfWritten(cause: unknown): HistoryError {
  const error = classifyError(cause)
  const { kind, message, transience, unreachable } = error
  return new HistoryError(kind, message, { transience, unreachable, cause: error })
}

/** The list in pieces that fit into one statement's parameters. */
export function piecesOf<T>(list: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, piece) =>
    list.slice(piece * size, (piece + 1) * size),
  )
}
