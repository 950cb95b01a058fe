import type { HeadRecord, Neighbours } from '@/lib/client/run-parts'
import { originsOf } from '@/lib/derive/provenance'

export interface ConfigChoice {
  runId: string
  label: string
}

/** Runs whose config says the most about this one's: those it repeats, then the ones of its name before it. */
export function configChoices(run: HeadRecord, before: Neighbours['before']): ConfigChoice[] {
  const origins = originsOf(run).flatMap(({ name, runId }) =>
    runId === undefined
      ? []
      : [{ runId, label: `${name === 'Replays' ? 'the run it replays' : 'the run it repeats'}` }],
  )
  const good = before.find(({ status }) => status === 'completed')
  const near = before.slice(0, MOST).map(({ run_id, status, submitted_at }, at) => ({
    runId: run_id,
    label: `${at === 0 ? 'the run before' : run_id === good?.run_id ? 'the last good run' : 'a run before'}, ${status}, ${submitted_at.slice(0, 16).replace('T', ' ')}`,
  }))
  const known = new Set(origins.map(({ runId }) => runId))
  return [...origins, ...near.filter(({ runId }) => !known.has(runId))]
}

const MOST = 20
