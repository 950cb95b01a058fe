import type { RunRecord } from '@/lib/contract/records/runs'
import { digestOf } from '@/lib/derive/run-digest'

export const NO_FACTS = {
  owner: null,
  lease_expires_at: null,
  cancel_requested: null,
  shards: null,
  submission: null,
  engine: 'no engine is configured',
  has_config: false,
  budget: null,
}

/** What our server answers for the page of a run. */
export function headOf(run: RunRecord, facts: object = {}): object {
  const { invocations: _, doctor_report: __, config_body: ___, ...head } = run
  return { run: head, digest: digestOf(run), facts: { ...NO_FACTS, ...facts } }
}
