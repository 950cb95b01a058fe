import { z } from 'zod'
import { missingTables } from '@/lib/derive/store-tables'
import { defineQuery } from '../kit/use-case'

/** What the store is, whether it may be written, and which of an engine's tables it lacks. */
export const storeReport = defineQuery({
  label: 'store.report',
  permission: 'status_read',
  scope: 'global',
  input: z.object({}),
  needs: ['store'],
  async run({ store }) {
    const { kind, where, stamp, readOnly, degradedSince, tables } = await store.capabilities()
    return {
      kind,
      where,
      stamp,
      read_only: readOnly,
      degraded_since: degradedSince,
      tables: Object.keys(tables).sort(),
      // Memory has no tables to lack.
      missing: kind === 'memory' ? [] : missingTables(tables),
    }
  },
})
