import { writeJson } from '@/lib/contract/json'
import type { RunRecord } from '@/lib/contract/records/runs'
import { hideInAddresses } from './config-secrets'
import { HIDDEN } from './mask'
import { RERUN_OF } from './rerun-label'
import { labelsOf } from './run-facts'
import type { SubmissionForm } from './submission-form'

/** Everything that a run was asked for beside its config, as fields of the form hold it. */
export type RunOptions = Partial<Omit<SubmissionForm, 'config' | 'config_format' | 'idempotency_key'>>

/**
 * What the form is filled with so that the same runs once more, edited: the caller's own labels, never the first run's
 * idempotency key, and of what nobody is shown (values of headers, who logs in at an address) only the names.
 */
export function optionsOfRun(run: RunRecord): RunOptions {
  const own = labelsOf(run.labels).filter(({ key, isStamped }) => !isStamped && key !== RERUN_OF)
  const { name, timeout_secs, clock, concurrency, tenant, selection, callback } = run
  const listed = (names: readonly string[] | undefined): string => (names ?? []).join(', ')
  return {
    labels: [...own.map(({ key, value }) => ({ name: key, value })), { name: RERUN_OF, value: run.run_id }],
    ...(name !== null && { name }),
    ...(timeout_secs !== undefined && timeout_secs !== null && { timeout: String(timeout_secs) }),
    ...(clock !== undefined && { clock }),
    ...(concurrency !== undefined && concurrency !== null && { concurrency: String(concurrency) }),
    ...(tenant !== undefined && { tenant }),
    ...(selection !== undefined && {
      select: listed(selection.select),
      only: listed(selection.only),
      skip: listed(selection.skip),
      tags: listed(selection.tags),
      row_status: selection.status ?? [],
      include_parents: selection.include_parents ?? '',
    }),
    ...(callback !== undefined && {
      callback_url: hideInAddresses(callback.url.replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1'), HIDDEN),
      callback_method: callback.method === 'POST' ? '' : callback.method,
      callback_headers: Object.keys(callback.headers ?? {}).map((key) => ({ name: key, value: '' })),
      callback_fields: callback.extra_fields === undefined ? '' : writeJson(callback.extra_fields),
      callback_on: callback.on ?? [],
    }),
  }
}
