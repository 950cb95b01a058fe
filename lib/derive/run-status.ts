import { TERMINAL_STATUSES } from '@/lib/contract/records/runs'

const TERMINAL: ReadonlySet<string> = new Set(TERMINAL_STATUSES)
const LIVE: ReadonlySet<string> = new Set(['queued', 'pending', 'running', 'sharded'])

/** Nothing will change it any more. */
export const isTerminal = (status: string): boolean => TERMINAL.has(status)

/** Waiting or at work. A word we do not know is neither live nor terminal. */
export const isLive = (status: string): boolean => LIVE.has(status)

/** May the row be deleted? An engine reads an unknown word in the status column as failed, hence deletable. */
export const isDeletable = (statusColumn: string): boolean => !LIVE.has(statusColumn)
