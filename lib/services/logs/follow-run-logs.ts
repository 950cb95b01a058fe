import { z } from 'zod'
import type { LogsStore } from '@/lib/contract/ports/logs'
import type { RunsStore } from '@/lib/contract/ports/runs'
import { Seq } from '@/lib/contract/records/primitives'
import { isLive } from '@/lib/derive/run-status'
import type { Ctx } from '../kit/ctx'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

export type LogEvent = { kind: 'line'; seq: Seq; line: string } | { kind: 'truncated' } | { kind: 'end' }

const LINES_AT_ONCE = 1_000

/** Stored lines of a run as they come, until it has ended and a last look found nothing (http-api.md 6.3). */
export const followRunLogs = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), after: Seq.nullable().default(null) }),
  needs: ['runs', 'logs'],
  async run(deps, { run_id, after }, ctx) {
    own(ctx.principal, await deps.runs.get(run_id))
    return (signal: AbortSignal): AsyncIterable<LogEvent> => follow(deps, ctx, run_id, after, signal)
  },
})

async function* follow(
  { runs, logs }: { runs: RunsStore; logs: LogsStore },
  ctx: Ctx,
  runId: string,
  after: Seq | null,
  signal: AbortSignal,
): AsyncGenerator<LogEvent> {
  const bell = ctx.hear([`logs:${runId}`, `run:${runId}`], signal)
  let wasTruncated = false
  while (!signal.aborted) {
    // Asked before the lines: a line stored before the end is seen by the look after it.
    const row = await runs.get(runId)
    const isOver = row === null || !isLive(row.columns['status'] ?? '')
    const { lines, truncated } = await logs.list(runId, after, LINES_AT_ONCE)
    for (const { seq, line } of lines) {
      yield { kind: 'line', seq, line }
      after = seq
    }
    if (truncated && !wasTruncated) yield { kind: 'truncated' }
    wasTruncated ||= truncated
    if (lines.length === LINES_AT_ONCE) continue
    if (isOver) {
      yield { kind: 'end' }
      return
    }
    await bell.next()
  }
}
