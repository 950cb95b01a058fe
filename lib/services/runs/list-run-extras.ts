import { z } from 'zod'
import { can } from '@/lib/auth/roles'
import { defineQuery } from '../kit/use-case'

/** Rows of one question; a longer page asks several times. */
const MOST_RUNS = 100

export interface RunExtras {
  /** Instances by run id; a run that nobody has owned is left out. */
  owners: Record<string, string>
  /** Principals by run id, as the audit trail tells; null: the viewer may not read it. */
  submitters: Record<string, string> | null
}

/** What no body says of the runs on a page, and only whoever sees all runs may know: who works on them, who asked for them. */
export const listRunExtras = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'global',
  input: z.object({ run_ids: z.array(z.string()).min(1).max(MOST_RUNS) }),
  needs: ['insight'],
  async run({ insight }, { run_ids }, { principal }): Promise<RunExtras> {
    const [columns, submitters] = await Promise.all([
      insight.runColumns(run_ids),
      can(principal.role, 'audit_read') ? insight.submitters(run_ids) : null,
    ])
    const owners = columns.flatMap(({ run_id, owner }) => (owner === null ? [] : [[run_id, owner] as const]))
    return { owners: Object.fromEntries(owners), submitters }
  },
})
