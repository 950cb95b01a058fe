import { z } from 'zod'
import { can } from '@/lib/auth/roles'
import type { Deps } from '@/lib/contract/deps'
import { defineQuery } from '../kit/use-case'
import { best, type Found, orNone, rankOf } from './internal'
import { labelsBy } from './internal-labels'
import { byName, latestRuns, runsById } from './internal-runs'

const LONGEST = 200
const RUNS = 6
const MEMBERS = 4
/** Members that have been silent for longer are history. */
const SEEN_MS = 7 * 86_400_000

interface MemberHit {
  instance_id: string
  last_heartbeat: string
}

/** What somebody may mean who typed this: a few of every kind they may see, the kind of the best one first. */
export const search = defineQuery({
  label: 'console.search',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ q: z.string().max(LONGEST).default(''), tenant: z.string().optional() }),
  needs: ['runs', 'insight', 'leases'],
  async run(deps, { q, tenant }, { principal }) {
    const words = q.trim()
    if (words === '') {
      const hits = await latestRuns(deps, tenant)
      return { q, groups: hits.length === 0 ? [] : [{ kind: 'latest', hits }], reached: null }
    }
    const seesCluster = principal.tenant === null && can(principal.role, 'status_read')
    const [ids, named, labels, members] = await Promise.all([
      runsById(deps, words, tenant),
      byName(deps, words, tenant),
      labelsBy(deps, words, tenant),
      seesCluster ? membersBy(deps, words) : [],
    ])
    const known = new Set(ids.map(({ hit }) => hit.run_id))
    const runs = best([...ids, ...named.runs.filter(({ hit }) => !known.has(hit.run_id))], RUNS)
    const groups = [
      { kind: 'pipelines', found: named.pipelines },
      { kind: 'runs', found: runs },
      { kind: 'labels', found: labels },
      { kind: 'members', found: members },
    ]
    return {
      q,
      groups: groups
        .filter(({ found }) => found.length > 0)
        .toSorted((a, b) => bestOf(a.found) - bestOf(b.found))
        .map(({ kind, found }) => ({ kind, hits: found.map(({ hit }) => hit) })),
      reached: named.reached,
    }
  },
})

const bestOf = (found: readonly Found<unknown>[]): number => Math.min(...found.map(({ rank }) => rank))

async function membersBy({ leases }: Pick<Deps, 'leases'>, words: string): Promise<Found<MemberHit>[]> {
  const found = (await orNone(leases.liveInstances(SEEN_MS))).flatMap(({ instance_id, last_heartbeat, listen }) => {
    const rank = rankOf([instance_id, listen], words)
    return rank === null ? [] : [{ rank, hit: { instance_id, last_heartbeat } }]
  })
  return best(found, MEMBERS)
}
