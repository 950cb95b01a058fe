import type { LogReads } from '@/lib/contract/ports/insight-logs'
import { LOG_LEVELS, TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { countsOf, paddedSeq, plainSeq, readLogLine } from '@/lib/store/kit/log-rows'
import type { MemoryEnv, TableRow } from './state'

const ESCAPE = '\u001b'

export function createMemoryLogReads({ state }: MemoryEnv): LogReads {
  const table = state.table('faucet_serve_run_logs')
  const linesAfter = (runId: string, after: Seq | null): TableRow[] => {
    const from = after === null ? '' : paddedSeq(after)
    return [...table.values()]
      .filter((row) => row['run_id'] === runId && row['seq'] !== TRUNCATED_SEQ && (row['seq'] ?? '') > from)
      .sort((a, b) => ((a['seq'] ?? '') < (b['seq'] ?? '') ? -1 : 1))
  }

  return {
    async logStretches(runId, after, size, most) {
      const lines = linesAfter(runId, after).slice(0, size * most)
      return Array.from({ length: Math.ceil(lines.length / size) }, (_, index) => {
        const part = lines.slice(index * size, (index + 1) * size)
        const known = LOG_LEVELS.map((level) => part.filter((row) => row['level'] === level).length)
        return {
          to: plainSeq(part.at(-1)?.['seq'] ?? ''),
          at: part.reduce((latest, { ts }) => (ts != null && ts > latest ? ts : latest), ''),
          counts: countsOf(part.length, known),
        }
      })
    },

    async logWindow(runId, { after, to, look, hidden, longest }) {
      const last = paddedSeq(to)
      return linesAfter(runId, after)
        .filter((row) => (row['seq'] ?? '') <= last)
        .slice(0, look)
        .map((row, index) => {
          const line = readLogLine(row)
          const whole = line.line.length
          return { ...line, line: line.line.slice(0, longest), place: index + 1, ...(whole > longest && { whole }) }
        })
        .filter(({ level }) => !hidden.includes(level))
    },

    async logCandidates(runId, after, look, holds) {
      const looked = linesAfter(runId, after).slice(0, look)
      const words = holds?.toLowerCase() ?? ''
      const lines = looked
        .map(readLogLine)
        .filter(({ line }) => line.toLowerCase().includes(words) || line.includes(ESCAPE))
        .map(({ seq, level, line }) => ({ seq, level, line }))
      return { lines, reached: looked.length < look ? null : plainSeq(looked.at(-1)?.['seq'] ?? '') }
    },

    logTail: async (runId, count) => linesAfter(runId, null).slice(-Math.max(1, count)).map(readLogLine),

    async oldestLogAt() {
      let oldest: string | null = null
      for (const { ts } of table.values()) if (ts && (oldest === null || ts < oldest)) oldest = ts
      return oldest
    },

    // Engines deliver from a database; what is here nobody delivers.
    logDelivery: async () => null,
  }
}
