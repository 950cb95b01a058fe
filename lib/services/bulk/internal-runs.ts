import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import type { Bulk, BulkInput } from '@/lib/contract/records/bulk'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { GONE, type Verdict, verdictOf } from '@/lib/derive/bulk'
import { notFound } from '../kit/app-error'
import { everMembers } from '../runs/internal-cancel'

export interface Meant extends Verdict {
  run_id: string
  name: string | null
  status: string
}

/** Ids that one question is asked for. */
const AT_ONCE = 500

/** What would become of each of these runs, in their order; what is not there, or somebody else's, is gone. */
export async function meantRuns(
  { insight, leases, engine }: Pick<Deps, 'insight' | 'leases' | 'engine'>,
  { kind, ids, tenant }: BulkInput,
): Promise<Meant[]> {
  const hasEngine = engine.absent() === null
  const members = kind === 'cancel' ? await everMembers(leases) : new Set<string>()
  const found = new Map<string, Meant>()
  const wanted = [...new Set(ids)]
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = new Set(wanted.slice(from, from + AT_ONCE))
    const search = { status: [], ids: some, ...(tenant !== undefined && { tenant }) }
    const { rows } = await insight.searchRuns(search, { want: AT_ONCE, look: Number.MAX_SAFE_INTEGER })
    const owners = kind === 'cancel' ? await ownersOf(insight, some) : new Map<string, string | null>()
    for (const row of rows) {
      const { columns } = row
      const [run_id, status] = [columns['run_id'] ?? '', columns['status'] ?? '']
      const isHeldByMember = members.has(owners.get(run_id) ?? '')
      found.set(run_id, {
        run_id,
        name: nameOf(row),
        status,
        ...verdictOf(kind, { status, isHeldByMember, hasEngine }),
      })
    }
  }
  return wanted.map((run_id) => found.get(run_id) ?? { run_id, name: null, status: '', isReady: false, note: GONE })
}

/** What people call it. Read natively, which is fast: thousands may stand here, and nothing of a body is kept. */
function nameOf({ columns, text }: Stored<RunRecord>): string | null {
  if (columns['name']?.trim()) return columns['name']
  try {
    const pipeline: unknown = JSON.parse(text)?.labels?.pipeline
    return typeof pipeline === 'string' ? pipeline : null
  } catch {
    return null
  }
}

const ownersOf = async (insight: Deps['insight'], ids: ReadonlySet<string>) =>
  new Map((await insight.runColumns([...ids])).map(({ run_id, owner }) => [run_id, owner]))

/** An action as its reader may see it: those of a tenant are nobody else's. */
export async function ownBulk({ bulk }: Pick<Deps, 'bulk'>, id: string, { tenant }: Principal): Promise<Bulk> {
  const found = await bulk.get(id)
  if (found === null || (tenant !== null && found.tenant !== tenant)) throw notFound()
  return found
}
