import { type BodyText, bodyText } from '@/lib/contract/body'
import { HistoryError } from '@/lib/contract/errors'
import type { Submission } from '@/lib/contract/ports/queue'
import { RunRecord } from '@/lib/contract/records/runs'
import { ts9 } from './ts9'

/** The row of a run that waits for any member, as engines of 1.13 write it but for its owner: nobody. */
export function queuedRun({ run, isCallerConfig }: Submission): Record<string, string | null> & { body: BodyText } {
  const wrong = whyNot(run)
  if (wrong !== null) throw new HistoryError('refused', `not queued: ${wrong}`)
  const record: RunRecord = isCallerConfig ? { ...run, caller_config: true } : run
  const body = bodyText(RunRecord, record)
  return {
    run_id: run.run_id,
    name: run.name,
    status: 'pending',
    submitted_at: ts9(run.submitted_at),
    finished_at: null,
    idempotency_key: run.idempotency_key,
    owner: null,
    lease_expires_at: null,
    cancel_requested: null,
    body,
  }
}

function whyNot(run: RunRecord): string | null {
  if (run.status !== 'pending') return 'the run is not pending'
  if (run.started_at !== null || run.finished_at !== null) return 'the run has started'
  if (run.config_body === undefined || run.config_format === undefined) return 'the run carries no config'
  // Engines of 1.14 and later give SQL connectors of such a run the reach of the server itself.
  if ('host_access' in run) return 'the run asks for host access'
  return null
}
