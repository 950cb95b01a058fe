import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import { AppError, notFound } from '../kit/app-error'
import { own } from '../kit/scope'

/** Removes a run that is over. What it logged, used and wrote stays. */
export async function deleteOne({ runs }: Pick<Deps, 'runs'>, run_id: string, principal: Principal): Promise<void> {
  own(principal, await runs.get(run_id))
  const outcome = await runs.remove(run_id)
  if (outcome === 'not_found') throw notFound()
  if (outcome === 'still_running') {
    throw new AppError('conflict', 'run is still in flight — cancel it before deleting')
  }
}
