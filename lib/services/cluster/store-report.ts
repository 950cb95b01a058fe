import { z } from 'zod'
import { missingTables } from '@/lib/derive/store-tables'
import { defineQuery } from '../kit/use-case'

/** Runs of one status are counted so far. */
const COUNTED = 100_000

/** What the store is, whether it may be written, and which of an engine's tables it lacks. */
export const storeReport = defineQuery({
  label: 'store.report',
  permission: 'status_read',
  scope: 'global',
  input: z.object({}),
  needs: ['store', 'insight', 'runs'],
  async run({ store, insight, runs }) {
    const { kind, where, stamp, readOnly, degradedSince, tables } = await store.capabilities()
    const [counts, newest] = await Promise.all([
      known(insight.countByStatus(COUNTED)),
      known(runs.list({ status: [], limit: 1 })),
    ])
    return {
      kind,
      where,
      stamp,
      read_only: readOnly,
      degraded_since: degradedSince,
      /** Null: they cannot be counted just now, or there is no table of them. */
      runs: counts,
      newest_run_at: newest?.rows[0]?.columns['submitted_at'] ?? null,
      tables: Object.keys(tables).sort(),
      // Memory has no tables to lack.
      missing: kind === 'memory' ? [] : missingTables(tables),
    }
  },
})

/** The rest of the report does not go with a part of it. */
const known = <T>(read: Promise<T>): Promise<T | null> => read.catch(() => null)
