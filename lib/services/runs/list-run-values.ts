import { z } from 'zod'
import { can } from '@/lib/auth/roles'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { isOfColumns, type RunValue, runValues, VALUE_FIELDS } from '@/lib/derive/run-values'
import { defineQuery } from '../kit/use-case'
import { RunQuestion, searchOf } from './internal-search'

/** The newest runs that are looked at: enough to know what there is, at a price nobody notices. */
const LOOK = { look: 2_000, ms: 120 }
/** Runs whose submitter is looked up in the trail. */
const MOST_ASKED = 300
const MOST_VALUES = 200
/** A name of many lines, or a label of a megabyte, is nothing to choose from a menu. */
const LONGEST = 300

export interface RunValues {
  /** Most frequent first. */
  values: (RunValue & { runs: number })[]
  /** There are more than are listed. */
  more: boolean
  looked: number
  /** Only runs back to this instant were looked at. */
  reached?: Timestamp
}

/** What stands in a field of the newest runs that fit the question, and how often. */
export const listRunValues = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'tenant',
  input: RunQuestion.extend({ field: z.enum(VALUE_FIELDS) }),
  needs: ['insight', 'audit', 'store'],
  async run(deps, { field, ...asked }, { principal }): Promise<RunValues> {
    const { search } = await searchOf(deps, asked, principal.name)
    // Who runs what is nothing for somebody else's customers.
    if (field === 'owner' && principal.tenant !== null) return { values: [], more: false, looked: 0 }
    const { tables } = await deps.store.capabilities()
    const isTrail = field === 'by' && tables['faucet_serve_runs']?.includes('submitted_by') !== true
    if (isTrail && (principal.tenant !== null || !can(principal.role, 'audit_read'))) {
      return { values: [], more: false, looked: 0 }
    }
    const { sum, looked, next, reached } = await deps.insight.foldRuns(
      search,
      isTrail ? { ...LOOK, look: MOST_ASKED } : LOOK,
      {
        start: () => ({ ids: [] as string[], counts: new Map<string, RunValue & { runs: number }>() }),
        add({ ids, counts }, run) {
          if (isTrail) ids.push(run.columns['run_id'] ?? '')
          else for (const value of runValues(field, run)) count(counts, value)
        },
        bodies: !isOfColumns(field),
      },
    )
    if (isTrail && sum.ids.length > 0) {
      for (const value of Object.values(await deps.insight.submitters(sum.ids))) count(sum.counts, { value })
    }
    const values = [...sum.counts.values()].sort(
      (a, b) =>
        b.runs - a.runs || Number(a.key !== undefined) - Number(b.key !== undefined) || (a.value < b.value ? -1 : 1),
    )
    return {
      values: values.slice(0, MOST_VALUES),
      more: values.length > MOST_VALUES,
      looked,
      ...(next !== null && reached !== null && { reached }),
    }
  },
})

function count(counts: Map<string, RunValue & { runs: number }>, { value, key }: RunValue): void {
  if (value.length > LONGEST || (key !== undefined && key.length > LONGEST)) return
  const id = `${key === undefined ? '' : `=${key}`}\u0000${value}`
  const known = counts.get(id)
  if (known === undefined) counts.set(id, { value, ...(key !== undefined && { key }), runs: 1 })
  else known.runs++
}
