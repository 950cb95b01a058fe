import { z } from 'zod'
import { type Failure, groupErrors } from '@/lib/derive/error-groups'
import { pipelineState, usualGap } from '@/lib/derive/pipelines'
import { glanceError, glanceOf, glanceRows } from '@/lib/derive/run-glance'
import { defineQuery } from '../kit/use-case'

const RUNS = 300
const ERRORS = 10

/** The newest runs of a name, as far back as they were found: how they ended, how long they took, what went wrong. */
export const getPipeline = defineQuery({
  label: 'pipeline.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ name: z.string(), tenant: z.string().optional() }),
  needs: ['runs'],
  async run({ runs }, { name, tenant }, { now }) {
    const at = now()
    const page = await runs.list({ status: [], name, limit: RUNS, ...(tenant !== undefined && { tenant }) })
    const found = page.rows.map(({ columns, text }) => ({ ...glanceOf(columns), rows: glanceRows(text) }))
    const failures = page.rows.flatMap(({ columns, text }): Failure[] => {
      const { run_id, status, submitted_at } = glanceOf(columns)
      return status === 'failed'
        ? [{ run_id, name, at: submitted_at, error: glanceError(text) ?? 'no error was recorded' }]
        : []
    })
    const gap_ms = usualGap(found.map(({ submitted_at }) => submitted_at))
    const errors = groupErrors(failures)
    return {
      at,
      name,
      runs: found.map(({ name: _, ...run }) => run),
      /** There are older ones, or the search for them stopped here. */
      has_more: page.next_cursor !== undefined,
      reached: page.reached ?? null,
      gap_ms,
      state: pipelineState(found, gap_ms, Date.parse(at)),
      errors: errors.slice(0, ERRORS).map(({ names: _, ...group }) => group),
      error_count: errors.length,
    }
  },
})
