import { z } from 'zod'
import { defineQuery } from '../kit/use-case'

/** What this store is and can do just now, for banners and for pages that say "not available". */
export const capabilities = defineQuery({
  label: 'console.capabilities',
  permission: 'identity',
  scope: 'shared',
  input: z.object({}),
  needs: ['store', 'engine', 'console'],
  async run({ store, engine, console: own }, _, { principal }) {
    const { kind, where, stamp, readOnly, degradedSince, tables } = await store.capabilities()
    return {
      kind,
      // Where it stands is nothing for somebody else's customers.
      where: principal.tenant === null ? where : '',
      stamp,
      read_only: readOnly,
      degraded_since: degradedSince,
      tables,
      /** Members that only pretend to work may work here. */
      simulated: degradedSince === null && (await own.setting('demo').catch(() => null)) !== null,
      /** Why what only an engine can do is not available; null: it is. */
      engine: engine.absent(),
    }
  },
})
