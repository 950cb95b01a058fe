import { z } from 'zod'
import type { LogsStore } from '@/lib/contract/ports/logs'
import type { RunLogPage } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** Held at once, of a log of any length. */
const LINES_AT_ONCE = 2_000

/** All stored lines of a run, page by page as they are asked for; the last page says whether the run wrote more. */
export const exportRunLogs = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'logs'],
  async run({ runs, logs }, { run_id }, { principal }): Promise<AsyncIterable<RunLogPage>> {
    own(principal, await runs.get(run_id))
    // Read before anything is promised: a store that is away is a refusal, not a file that breaks off.
    const first = await logs.list(run_id, null, LINES_AT_ONCE)
    return pagesFrom(logs, run_id, first)
  },
})

async function* pagesFrom(logs: LogsStore, runId: string, first: RunLogPage): AsyncGenerator<RunLogPage> {
  let before: Seq | null = null
  for (let page = first; ; ) {
    yield page
    const last: Seq | undefined = page.lines.at(-1)?.seq
    if (last === undefined || page.lines.length < LINES_AT_ONCE) return
    // Behind a number that cannot be read nothing can be asked for.
    if (before !== null && BigInt(last) <= BigInt(before)) return
    before = last
    page = await logs.list(runId, last, LINES_AT_ONCE)
  }
}
