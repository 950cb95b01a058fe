import type { Count } from '@/lib/contract/records/primitives'

interface Outcome {
  dry_run: boolean
  blocked?: boolean | string | null | undefined
  conflicts?: Count | null | undefined
  deleted?: Count | null | undefined
  restored?: Count | null | undefined
}

export interface Verdict {
  tone: 'good' | 'warn' | 'bad'
  words: string
  /** It can be done for real. */
  canApply: boolean
}

const isBlocked = ({ blocked }: Outcome): boolean => blocked === true || (typeof blocked === 'string' && blocked !== '')

/** What a roll back, tried or done, comes to, in one sentence. */
export function rollBackVerdict(outcome: Outcome, force: boolean): Verdict {
  const conflicts = BigInt(outcome.conflicts ?? 0)
  const rows = BigInt(outcome.deleted ?? 0) + BigInt(outcome.restored ?? 0)
  if (isBlocked(outcome)) {
    const why = typeof outcome.blocked === 'string' ? `: ${outcome.blocked}` : ''
    const later = conflicts > 0n ? ` ${keys(conflicts)} changed by a later run.` : ''
    return { tone: 'bad', words: `Blocked${why}.${later} Nothing was changed.`, canApply: false }
  }
  if (!outcome.dry_run) return { tone: 'good', words: `Rolled back: ${counted(rows)} undone.`, canApply: false }
  if (conflicts > 0n) {
    return {
      tone: 'warn',
      words: force
        ? `${keys(conflicts)} changed by a later run: forcing undoes those changes too.`
        : `${keys(conflicts)} changed by a later run, and would be left as ${conflicts === 1n ? 'it is' : 'they are'}.`,
      canApply: true,
    }
  }
  if (rows === 0n) return { tone: 'good', words: 'Safe, and there is nothing to undo.', canApply: true }
  return {
    tone: 'good',
    words: `Safe: ${counted(rows)} would be undone, and no later run touched them.`,
    canApply: true,
  }
}

const counted = (rows: bigint): string => `${rows} ${rows === 1n ? 'row' : 'rows'}`
const keys = (count: bigint): string => (count === 1n ? '1 key was' : `${count} keys were`)

/** The engine has no config of this run, and asks for one. */
export const asksForConfig = (status: number, message: string): boolean => status === 422 && /config/i.test(message)
