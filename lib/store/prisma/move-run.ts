import 'server-only'
import { type BodyText, rewriteBody } from '@/lib/contract/body'
import { HistoryError, isHistoryError } from '@/lib/contract/errors'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES, RunRecord } from '@/lib/contract/records/runs'
import { readText } from '@/lib/contract/stored'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

const ATTEMPTS = 5
const KNOWN: ReadonlySet<string> = new Set(RUN_STATUSES)

/** A lease nobody keeps any more: none, or strictly before now. */
export const leaseExpired = (now: Timestamp) => Prisma.sql`(lease_expires_at IS NULL OR lease_expires_at < ${ts9(now)})`

/** A run whose body was rewritten, not yet stored. */
export interface Moved {
  run: RunRecord
  body: BodyText
}

/** The body with some members changed; null when nobody can read it, or it holds a word we would have to guess at. */
export function moved(text: string, change: (run: RunRecord) => Partial<RunRecord>): Moved | null {
  const read = readText(RunRecord, text)
  // The status is replaced, so the gate below would not see a word that engines cannot decode.
  if (!read.ok || !KNOWN.has(read.record.status)) return null
  const members = change(read.record)
  try {
    return { run: { ...read.record, ...members }, body: rewriteBody(RunRecord, text, members) }
  } catch (error) {
    if (isHistoryError(error) && (error.kind === 'unreadable' || error.kind === 'refused')) return null
    throw error
  }
}

/**
 * Ends a run while column and body both say `from`. The text that was read is part of the guard: what somebody else
 * wrote in between is read again, never overwritten. False: it is not in that state. Owner and lease stay.
 */
export async function endWhile(
  { db }: PrismaEnv,
  runId: string,
  from: 'pending' | 'sharded',
  change: Partial<RunRecord> & { status: string; finished_at: Timestamp },
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row] = await db.$queryRaw<{ status: string; body: string }[]>`
      SELECT status, body FROM faucet_serve_runs WHERE run_id = ${runId}`
    if (row === undefined || row.status !== from) return false
    const read = readText(RunRecord, row.body)
    if (!read.ok) throw new HistoryError('unreadable', read.reason)
    if (read.record.status !== from) return false
    const ended = await db.$executeRaw`
      UPDATE faucet_serve_runs
      SET status = ${change.status}, finished_at = ${ts9(change.finished_at)},
          body = ${rewriteBody(RunRecord, row.body, change)}
      WHERE run_id = ${runId} AND status = ${from} AND body = ${row.body}`
    if (ended === 1) return true
  }
  throw new HistoryError('backend', `run ${runId} changed each time it was read`, {
    transience: 'transient',
    notApplied: true,
  })
}
