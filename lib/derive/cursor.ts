import type { Timestamp } from '@/lib/contract/records/primitives'
import { isTimestamp } from '@/lib/contract/records/primitives'

/** A position in a newest-first list: a bare id (1.13), or `<instant>~<id>`, which survives the deletion of that row. */
export type Cursor = { id: string; at: Timestamp | null }

/** Reads either form of a run cursor: split at the first `~`, when what stands before it is an instant. */
export function parseRunCursor(text: string): Cursor {
  const tilde = text.indexOf('~')
  const at = text.slice(0, Math.max(tilde, 0))
  return tilde > 0 && isTimestamp(at) ? { at, id: text.slice(tilde + 1) } : { at: null, id: text }
}

/** Reads either form of a dataset cursor: split at the last `~`. */
export function parseDatasetCursor(text: string): Cursor {
  const tilde = text.lastIndexOf('~')
  const at = text.slice(0, Math.max(tilde, 0))
  return tilde > 0 && isTimestamp(at) ? { at, id: text.slice(tilde + 1) } : { at: null, id: text }
}

/** The long form: still right when the row it names is gone. `at` is the column's 30-character text. */
export const longCursor = (at: string, id: string): string => `${at}~${id}`
