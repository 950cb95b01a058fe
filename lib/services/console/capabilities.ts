import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { keptAnswer } from '../kit/kept'
import { defineQuery } from '../kit/use-case'

/** A member counts as live for three of its beats. */
const LIVE_MS = 30_000
/** Every open page asks every few seconds: one look serves them all. */
const AGE_MS = 5_000

/** What this store is and can do just now, for banners and for pages that say "not available". */
export const capabilities = defineQuery({
  label: 'console.capabilities',
  permission: 'identity',
  scope: 'shared',
  input: z.object({}),
  needs: ['store', 'engine', 'console', 'leases'],
  async run(deps, _, { principal, now }) {
    const nowMs = Date.parse(now())
    const known = await keptAnswer(deps.store, ['capabilities'], { nowMs, maxAgeMs: AGE_MS }, () => lookAt(deps))
    const { kind, where, stamp, readOnly, degradedSince, tables } = known.store
    return {
      at: now(),
      kind,
      // Where it stands is nothing for somebody else's customers.
      where: principal.tenant === null ? where : '',
      stamp,
      read_only: readOnly,
      degraded_since: degradedSince,
      tables,
      /** Members that only pretend to work may work here. */
      simulated: known.simulated,
      /** Why what only an engine can do is not available; null: it is. */
      engine: deps.engine.absent(),
      // Which engines there are and how they do is the installation's business.
      engines: principal.tenant === null ? known.engines : [],
      /** Live cluster members; null: not known, or nothing for this reader. */
      members: principal.tenant === null ? known.members : null,
    }
  },
})

async function lookAt({ store, engine, console: own, leases }: Pick<Deps, 'store' | 'engine' | 'console' | 'leases'>) {
  const [known, engines] = await Promise.all([store.capabilities(), engine.states()])
  const isAway = known.degradedSince !== null
  return {
    store: known,
    engines,
    simulated: !isAway && (await own.setting('demo').catch(() => null)) !== null,
    members: isAway
      ? null
      : await leases.liveInstances(LIVE_MS).then(
          ({ length }) => length,
          () => null,
        ),
  }
}
