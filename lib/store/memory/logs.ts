import { shift } from '@/lib/contract/clock'
import type { LogsStore } from '@/lib/contract/ports/logs'
import { TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { logRow, paddedSeq, readLogLine } from '@/lib/store/kit/log-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { keyOf, type MemoryEnv, type TableRow } from './state'

export function createMemoryLogs({ state, clock }: MemoryEnv): LogsStore {
  const lines = state.table('faucet_serve_run_logs')
  let added = 0

  return {
    async record(runId, fresh) {
      for (const line of fresh) {
        const row = logRow(runId, line)
        // Repeats are kept: each line has a key of its own.
        lines.set(keyOf(runId, row.seq, String(added++)), row)
      }
    },

    async list(runId, after, limit) {
      const stored = [...lines.values()].filter((row) => row['run_id'] === runId)
      const from = after === null ? '' : paddedSeq(after)
      const listed = stored.filter((row) => row['seq'] !== TRUNCATED_SEQ && (row['seq'] ?? '') > from).sort(bySeq)
      return {
        lines: listed.slice(0, Math.max(1, limit)).map(readLogLine),
        truncated: stored.some((row) => row['seq'] === TRUNCATED_SEQ),
      }
    },

    async purge(ageMs) {
      const before = ts9(shift(clock.now(), -ageMs))
      let removed = 0
      for (const [key, { ts = '' }] of lines) {
        if (ts === null || !isTimestamp(ts) || ts9(ts) >= before) continue
        lines.delete(key)
        removed++
      }
      return removed
    },
  }
}

function bySeq(a: TableRow, b: TableRow): number {
  const [left, right] = [a['seq'] ?? '', b['seq'] ?? '']
  return left < right ? -1 : left > right ? 1 : 0
}
